import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyring } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { root } from '../../deploy/compose-file.js';
import { rotated } from './rotated-secrets.js';

const script = join(root, 'deploy', 'secrets', 'generate.mjs');
const rotateScript = join(root, 'deploy', 'secrets', 'rotate.mjs');
const steps = ['introduce', 'switch', 'finish'] as const;

describe('deploy/secrets/rotate.mjs', () => {
  let folder: string;

  const rotate = (...argv: string[]) =>
    spawnSync(process.execPath, [rotateScript, ...argv, folder], { encoding: 'utf8' }).status;
  const readBoth = (name: string) =>
    [name, `${name}_previous`].map((file) => readFileSync(join(folder, file), 'utf8').trim());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plotline-secrets-'));
    spawnSync(process.execPath, [script, folder]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The files are read-only even for their owner. */
  function writeByHand(file: string, secret: string): void {
    rmSync(join(folder, file));
    writeFileSync(join(folder, file), secret);
  }

  /** Tries every step except the next one. Expects each to be refused and to change nothing. */
  function expectRefusals(name: string, next: (typeof steps)[number]): void {
    const before = readBoth(name);
    for (const step of steps) if (step !== next) expect(rotate(name, step), `${step} before ${next}`).to.equal(1);
    expect(readBoth(name)).to.deep.equal(before);
  }

  for (const name of rotated) {
    it(`replaces ${name} in three steps`, () => {
      const [former] = readBoth(name);
      expect(rotate(name, 'introduce')).to.equal(0);
      const [, next] = readBoth(name);
      expect(next)
        .to.match(/^[A-Za-z0-9_-]{43}$/)
        .and.not.equal(former);
      expect(readBoth(name)).to.deep.equal([former, next]);
      expect(rotate(name, 'switch')).to.equal(0);
      expect(readBoth(name)).to.deep.equal([next, former]);
      expect(rotate(name, 'finish', '--resealed')).to.equal(0);
      expect(readBoth(name)).to.deep.equal([next, '']);
    });
  }

  it('keeps the old secret until the operator confirms that nothing uses it', () => {
    for (const name of ['webhook_seal_secret', 'connect_seal_secret', 'auth_seal_secret', 'key_hash_secret']) {
      for (const step of ['introduce', 'switch']) rotate(name, step);
      const both = readBoth(name);
      const refused = spawnSync(process.execPath, [rotateScript, name, 'finish', folder], { encoding: 'utf8' });
      expect([refused.status, refused.stderr]).to.deep.equal([1, refused.stderr]);
      expect(refused.stderr).to.match(/services\/\w+\/dist\/commands\/[\w-]+\.js.*--resealed/);
      expect(readBoth(name)).to.deep.equal(both);
      expect(rotate(name, 'finish', '--resealed')).to.equal(0);
      expect(readBoth(name)).to.deep.equal([both[0], '']);
    }
  });

  it('refuses to introduce a second secret before the first one is in use', () => {
    expect(rotate('webhook_seal_secret', 'introduce')).to.equal(0);
    const both = readBoth('webhook_seal_secret');
    expect(rotate('webhook_seal_secret', 'introduce')).to.equal(1);
    expect(readBoth('webhook_seal_secret')).to.deep.equal(both);
  });

  it('writes the public keys in each step, with the current key first', () => {
    const listed = (): string[] => JSON.parse(readFileSync(join(folder, 'caller_public_keys'), 'utf8')).team;
    const [former] = listed();
    rotate('caller_key_team', 'introduce');
    const next = listed().at(1);
    expect(listed()).to.deep.equal([former, next]);
    rotate('caller_key_team', 'switch');
    expect(listed()).to.deep.equal([next, former]);
    rotate('caller_key_team', 'finish');
    expect(listed()).to.deep.equal([next]);
  });

  it('accepts only the next step, and refuses other steps without changing anything', () => {
    for (const step of [...steps, ...steps]) {
      expectRefusals('answer_seal_secret', step);
      expect(rotate('answer_seal_secret', step)).to.equal(0);
    }
  });

  it('records the id of the new secret, as programs derive it', () => {
    rotate('answer_seal_secret', 'introduce');
    const [, next = ''] = readBoth('answer_seal_secret');
    expect(readFileSync(join(folder, 'answer_seal_secret_introduced'), 'utf8').trim()).to.equal(
      createKeyring(next).current.id,
    );
  });

  it('continues an unrecorded rotation with any step, and then requires the correct order', () => {
    const [former = ''] = readBoth('answer_seal_secret');
    const next = 'a secret that an operator has introduced by hand';
    writeByHand('answer_seal_secret_previous', next);
    expect(rotate('answer_seal_secret', 'introduce')).to.equal(1);
    expect(rotate('answer_seal_secret', 'switch')).to.equal(0);
    expect(readBoth('answer_seal_secret')).to.deep.equal([next, former]);
    expectRefusals('answer_seal_secret', 'finish');
    rmSync(join(folder, 'answer_seal_secret_introduced'));
    expect(rotate('answer_seal_secret', 'finish')).to.equal(0);
    expect(readBoth('answer_seal_secret')).to.deep.equal([next, '']);
  });

  it('repeats a step that was undone manually', () => {
    rotate('answer_seal_secret', 'introduce');
    const [former = '', next = ''] = readBoth('answer_seal_secret');
    rotate('answer_seal_secret', 'switch');
    writeByHand('answer_seal_secret', former);
    writeByHand('answer_seal_secret_previous', next);
    expectRefusals('answer_seal_secret', 'switch');
    expect(rotate('answer_seal_secret', 'switch')).to.equal(0);
    expect(readBoth('answer_seal_secret')).to.deep.equal([next, former]);
  });

  it('restarts a switch that was interrupted between its two writes', () => {
    rotate('answer_seal_secret', 'introduce');
    const [former = ''] = readBoth('answer_seal_secret');
    writeByHand('answer_seal_secret_previous', former);
    expectRefusals('answer_seal_secret', 'introduce');
    expect(rotate('answer_seal_secret', 'introduce')).to.equal(0);
    expect(readBoth('answer_seal_secret')[0]).to.equal(former);
    expectRefusals('answer_seal_secret', 'switch');
  });

  it('changes nothing for an unknown secret or step', () => {
    const before = rotated.map(readBoth);
    for (const argv of [['mongo_password', 'introduce'], ['answer_seal_secret', 'replace'], ['answer_seal_secret']]) {
      expect(spawnSync(process.execPath, [rotateScript, ...argv]).status).to.equal(1);
    }
    expect(rotated.map(readBoth)).to.deep.equal(before);
  });
});
