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
    const { callerKeys, ...rotated } = first;
    const secrets = [...Object.values(rotated).map(({ current }) => current), ...Object.values(callerKeys)];
    expect(new Set(secrets).size).to.equal(13);
    for (const secret of secrets) expect(secret).to.have.length.of.at.least(40);
    for (const { previous } of Object.values(rotated)) expect(previous).to.equal('');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('are separated where one served several purposes: that one is accepted beside the new ones, keys keep theirs', async () => {
    const file = join(directory, 'former.json');
    writeFileSync(file, '{"internalSecret":"internal","keyHashSecret":"hash"}');
    const secrets = await loadSecrets(file);
    for (const purpose of [secrets.answerSeal, secrets.webhookSeal]) {
      expect(purpose.previous).to.equal('internal');
      expect(purpose.current).to.have.length.of.at.least(40);
    }
    expect(secrets.keyHash).to.deep.equal({ current: 'hash', previous: '' });
    expect(await loadSecrets(file)).to.deep.equal(secrets);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('get those that are missing in a file from before, and keep the others', async () => {
    const file = join(directory, 'before.json');
    const complete = await loadSecrets(join(directory, 'complete.json'));
    for (const missing of [
      ['callerKeys'],
      ['transferLink', 'callerKeys'],
      ['authSeal', 'transferLink', 'callerKeys'],
    ]) {
      const before = Object.entries(complete).filter(([name]) => !missing.includes(name));
      writeFileSync(file, JSON.stringify(Object.fromEntries(before)));
      const completed = await loadSecrets(file);
      for (const [name, secret] of Object.entries(completed)) {
        if (!missing.includes(name)) expect(before).to.deep.include([name, secret]);
        else expect(Object.entries(complete)).to.not.deep.include([name, secret]);
      }
      expect(Object.keys(completed)).to.have.members(Object.keys(complete));
      expect(await loadSecrets(file)).to.deep.equal(completed);
    }
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
