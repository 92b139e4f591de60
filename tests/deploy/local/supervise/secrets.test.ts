import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecrets } from '@plotline/local/supervise/secrets';
import { expect } from 'chai';
import { temporaryDirectory } from '../stubs/temporary-directory.js';

describe('the secrets of an installation', () => {
  const directory = temporaryDirectory();

  it('are made once, differ, and can be read by their owner alone', async () => {
    const file = join(directory, 'new', 'secrets.json');
    const first = await loadSecrets(file);
    expect(await loadSecrets(file)).to.deep.equal(first);
    const secrets = Object.values(first).map(({ current }) => current);
    expect(new Set(secrets).size).to.equal(5);
    for (const secret of secrets) expect(secret).to.have.length.of.at.least(40);
    for (const { previous } of Object.values(first)) expect(previous).to.equal('');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('are separated where one served several purposes: that one is accepted beside the new ones, keys keep theirs', async () => {
    const file = join(directory, 'former.json');
    writeFileSync(file, '{"internalSecret":"internal","keyHashSecret":"hash"}');
    const secrets = await loadSecrets(file);
    for (const purpose of [secrets.caller, secrets.answerSeal, secrets.webhookSeal]) {
      expect(purpose.previous).to.equal('internal');
      expect(purpose.current).to.have.length.of.at.least(40);
    }
    expect(secrets.keyHash).to.deep.equal({ current: 'hash', previous: '' });
    expect(await loadSecrets(file)).to.deep.equal(secrets);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('get the one that is missing in a file from before, and keep the others', async () => {
    const file = join(directory, 'before.json');
    const { authSeal, ...before } = await loadSecrets(join(directory, 'complete.json'));
    writeFileSync(file, JSON.stringify(before));
    const { authSeal: added, ...kept } = await loadSecrets(file);
    expect(kept).to.deep.equal(before);
    expect(added.current).to.have.length.of.at.least(40).and.not.equal(authSeal.current);
    expect((await loadSecrets(file)).authSeal).to.deep.equal(added);
  });

  it('are never replaced silently, which would make every issued key invalid', async () => {
    const file = join(directory, 'damaged.json');
    for (const content of [
      '',
      '{',
      '{"internalSecret":"x"}',
      '{"internalSecret":"","keyHashSecret":"y"}',
      '{"caller":{}}',
    ]) {
      writeFileSync(file, content);
      expect(await loadSecrets(file).then(() => '', String)).to.include('damaged.json');
    }
  });
});
