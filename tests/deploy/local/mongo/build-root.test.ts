import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtRoot, ensureRoot } from '@plotline/local/mongo/documentdb/build-root';
import { expect } from 'chai';
import { temporaryDirectory } from '../stubs/temporary-directory.js';

describe('building the root of DocumentDB', () => {
  const directory = temporaryDirectory();
  const programs = join(directory, 'bin');
  const cache = join(directory, 'cache');
  const calls = join(directory, 'calls');

  before(function () {
    if (process.platform !== 'linux') this.skip();
    mkdirSync(programs);
    // Stands in for the real one: it leaves half a root behind and fails.
    const script = `#!/bin/sh
      for argument; do case "$argument" in ${cache}/*) mkdir -p "$argument/usr" ;; esac; done
      echo "$*" >> ${calls}
      echo "the mirror has no such package" >&2
      exit 25\n`;
    writeFileSync(join(programs, 'mmdebstrap'), script, { mode: 0o755 });
  });

  it('says what failed, and never leaves a broken root to be used', async () => {
    const environment = { PATH: `${programs}:/usr/bin:/bin` };
    const build = () => ensureRoot({ cache, environment, report: () => undefined });
    const failure = await build().catch((error: unknown) => String(error));
    expect(failure).to.include('the mirror has no such package');
    expect(failure).to.include('exit code 25');
    expect(builtRoot(cache)).to.equal(undefined);
    expect(existsSync(cache) ? readdirSync(cache) : []).to.deep.equal([]);
    // The next start tries again, both releases of Debian.
    const before = readFileSync(calls, 'utf8').trim().split('\n');
    await build().catch(() => undefined);
    const after = readFileSync(calls, 'utf8').trim().split('\n');
    expect(after).to.have.length(before.length * 2);
    for (const suite of ['forky', 'sid']) expect(before.some((line) => line.includes(` ${suite} `))).to.equal(true);
  });
});
