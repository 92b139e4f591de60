import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canUnpackPackages, findPackageRoot, obtainPackageRoot } from '@plotline/local/stores/debian/package-root';
import { expect } from 'chai';
import { temporaryDirectory } from '../../stubs/temporary-directory.js';

const recipe = { name: 'sample', packages: ['sample-server'], programs: ['usr/bin'] };

describe('Debian packages unpacked into the cache', () => {
  const directory = temporaryDirectory();
  const calls = join(directory, 'calls');

  /** Creates an environment with its own cache and with these scripts as apt-get and dpkg-deb. */
  function stub(name: string, aptGet: string, dpkgDeb: string): NodeJS.ProcessEnv {
    const programs = join(directory, name, 'bin');
    mkdirSync(programs, { recursive: true });
    const script = (body: string) => `#!/bin/sh\necho "$0 $*" >> ${calls}\n${body}\n`;
    writeFileSync(join(programs, 'apt-get'), script(aptGet), { mode: 0o755 });
    writeFileSync(join(programs, 'dpkg-deb'), script(dpkgDeb), { mode: 0o755 });
    return { PATH: `${programs}:/usr/bin:/bin`, XDG_CACHE_HOME: join(directory, name) };
  }

  before(function () {
    if (!canUnpackPackages(process.env)) this.skip();
  });

  it('are downloaded with a separate apt state, and wrapped so that they find their libraries', async () => {
    const aptGet = `for argument; do case "$argument" in
      Dir::Cache=*) archives="\${argument#Dir::Cache=}/archives" ;;
      --download-only) touch "$archives/sample.deb" ;;
    esac; done`;
    // A copy of a local binary replaces the server's program.
    const dpkgDeb = 'mkdir -p "$3/usr/bin" && cp /bin/echo "$3/usr/bin/sample-server"';
    const environment = stub('good', aptGet, dpkgDeb);
    const root = await obtainPackageRoot(recipe, { environment, report: () => undefined });
    expect(findPackageRoot(recipe, environment)).to.equal(root);
    const lines = readFileSync(calls, 'utf8').split('\n');
    for (const line of lines.filter((one) => /update$|install sample-server$/.test(one))) {
      expect(line).to.match(/-o Dir::State=\S+ .*-o Dir::Cache=\S+ .*-o Dir::Etc::sourceparts=\/dev\/null/);
    }
    const script = readFileSync(join(root, 'usr/bin/sample-server'), 'utf8');
    expect(script).to.match(/ld-linux\S+ '--library-path' '\S+' --argv0 "\$0" '\S+sample-server\.binary' "\$@"/);
    expect(existsSync(join(root, 'downloads'))).to.equal(false);
  });

  it('are tried from both Debian releases, and are never left half unpacked', async () => {
    const environment = stub('bad', 'echo "the mirror has no such package" >&2; exit 100', 'exit 1');
    const unpack = () => obtainPackageRoot(recipe, { environment, report: () => undefined });
    const failure = await unpack().catch((error: unknown) => String(error));
    expect(failure).to.include('the mirror has no such package').and.include('exit code 100');
    for (const suite of ['forky', 'sid']) expect(failure).to.include(`/${suite}/sources.list`);
    expect(findPackageRoot(recipe, environment)).to.equal(undefined);
    expect(readdirSync(join(directory, 'bad', 'plotline'))).to.deep.equal([]);
  });
});
