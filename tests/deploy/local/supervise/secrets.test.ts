import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecrets } from '@plotline/local/supervise/secrets';
import { expect } from 'chai';
import { temporaryDirectory } from '../stubs/temporary-directory.js';

describe('the secrets of an installation', () => {
  const directory = temporaryDirectory();

  it('are created once, differ from each other, and are readable only by their owner', async () => {
    const file = join(directory, 'new', 'secrets.json');
    const first = await loadSecrets(file);
    expect(await loadSecrets(file)).to.deep.equal(first);
    const { callerKeys, ...rotated } = first;
    const secrets = [...Object.values(rotated).map(({ current }) => current), ...Object.values(callerKeys)];
    expect(new Set(secrets).size).to.equal(15);
    for (const secret of secrets) expect(secret).to.have.length.of.at.least(40);
    for (const { previous } of Object.values(rotated)) expect(previous).to.equal('');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('are never replaced silently, because that would invalidate every issued key', async () => {
    const file = join(directory, 'damaged.json');
    const { transferLink: _missing, ...others } = await loadSecrets(join(directory, 'complete.json'));
    for (const content of ['', '{', '{"caller":{}}', JSON.stringify(others)]) {
      writeFileSync(file, content);
      expect(await loadSecrets(file).then(() => '', String)).to.include('damaged.json');
    }
  });
});
