import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyring } from '@plotline/kit/keyring';
import { expect } from 'chai';
import { root } from '../../deploy/compose-file.js';

const script = join(root, 'deploy', 'secrets', 'generate.mjs');
const rotateScript = join(root, 'deploy', 'secrets', 'rotate.mjs');
const steps = ['introduce', 'switch', 'finish'] as const;
const rotated = [
  'caller_secret',
  'answer_seal_secret',
  'webhook_seal_secret',
  'key_hash_secret',
  'auth_seal_secret',
  'transfer_link_secret',
];

describe('deploy/secrets/generate.mjs', () => {
  let folder: string;

  const generate = (): string => spawnSync(process.execPath, [script, folder], { encoding: 'utf8' }).stdout;
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
  const readAll = (): Record<string, string> =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plotline-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('changes nothing when it runs again', () => {
    generate();
    const first = readAll();
    expect(generate()).to.equal('');
    expect(readAll()).to.deep.equal(first);
  });

  it('renews what was deleted and only that', () => {
    generate();
    const { caller_secret, ...others } = readAll();
    rmSync(join(folder, 'caller_secret'));
    expect(generate()).to.equal('made caller_secret\n');
    const { caller_secret: renewed, ...kept } = readAll();
    expect(renewed).to.not.equal(caller_secret);
    expect(kept).to.deep.equal(others);
  });

  it('gives a service that is new a user of the broker, and keeps the passwords of the others', () => {
    generate();
    const { amqp_url_transfer: _url, rabbitmq_definitions, ...others } = readAll();
    const { users, ...rest } = JSON.parse(rabbitmq_definitions ?? '');
    const before = users.filter(({ name }: { name: string }) => name !== 'transfer');
    rmSync(join(folder, 'amqp_url_transfer'));
    rmSync(join(folder, 'rabbitmq_definitions'));
    writeFileSync(join(folder, 'rabbitmq_definitions'), JSON.stringify({ users: before, ...rest }));
    expect(generate()).to.equal('made amqp_url_transfer\nmade rabbitmq_definitions\n');
    const { amqp_url_transfer: _made, rabbitmq_definitions: definitions, ...kept } = readAll();
    expect(kept).to.deep.equal(others);
    expect(JSON.parse(definitions ?? '').users).to.have.length(users.length);
  });

  it('makes secrets of 256 bits, each another', () => {
    generate();
    const names = [...rotated, 'mongo_password', 'rabbitmq_password', 'redis_password'];
    const urls = readdirSync(folder).filter((name) => /^(mongo|amqp)_url_/.test(name));
    expect(urls).to.have.length(13);
    const secrets = [...names.map(read), ...urls.map((name) => new URL(read(name)).password)];
    for (const secret of secrets) expect(secret).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(secrets).size).to.equal(secrets.length);
    for (const name of rotated) expect(read(`${name}_previous`)).to.equal('');
  });

  it('accepts a former internal_secret beside the secrets of the purposes that it served', () => {
    writeFileSync(join(folder, 'internal_secret'), 'the former secret of three purposes\n');
    generate();
    for (const name of ['caller_secret', 'answer_seal_secret', 'webhook_seal_secret']) {
      expect(read(`${name}_previous`)).to.equal('the former secret of three purposes');
      expect(read(name)).to.match(/^[A-Za-z0-9_-]{43}$/);
    }
    expect(read('key_hash_secret_previous')).to.equal('');
  });

  it('gives each program a user of its own, with the password of its address', () => {
    generate();
    expect(new URL(read('redis_url')).password).to.equal(read('redis_password'));
    expect(new URL(read('mongo_url_team')).username).to.equal('team');
    const { users, permissions, topic_permissions } = JSON.parse(read('rabbitmq_definitions'));
    const names = ['plotline', 'gateway', 'auth', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'];
    expect(users.map(({ name }: { name: string }) => name)).to.deep.equal(names);
    for (const { name, password_hash, tags } of users) {
      const password = name === 'plotline' ? read('rabbitmq_password') : new URL(read(`amqp_url_${name}`)).password;
      const salted = Buffer.from(password_hash, 'base64');
      const hash = createHash('sha256').update(salted.subarray(0, 4)).update(password).digest();
      expect(salted.subarray(4).equals(hash), name).to.equal(true);
      expect(tags).to.equal(name === 'plotline' ? 'administrator' : '');
    }
    expect(topic_permissions.map(({ user }: { user: string }) => user)).to.deep.equal(names.slice(1));
    for (const { user, configure, write, read: mayRead } of permissions) {
      const isAdministrator = user === 'plotline';
      for (const pattern of [configure, write, mayRead]) {
        expect(new RegExp(pattern).test('webhook.events'), user).to.equal(isAdministrator || user === 'webhook');
        expect(new RegExp(pattern).test('amq.default'), user).to.equal(isAdministrator);
      }
    }
  });

  it('shows them to nobody: not on its output, not to other users, not to git', () => {
    const output = generate();
    for (const value of Object.values(readAll())) if (value !== '') expect(output).to.not.include(value);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    const names = readdirSync(folder).map((name) => join('deploy', 'secrets', name));
    const ignored = spawnSync('git', ['check-ignore', ...names], { cwd: root, encoding: 'utf8' }).stdout;
    expect(ignored.trim().split('\n')).to.have.members(names);
  });
});

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

  /** The files are read-only, also for their owner. */
  function writeByHand(file: string, secret: string): void {
    rmSync(join(folder, file));
    writeFileSync(join(folder, file), secret);
  }

  /** Takes every step but the next one, and expects that each is refused and changes nothing. */
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
      expect(rotate(name, 'finish')).to.equal(0);
      expect(readBoth(name)).to.deep.equal([next, '']);
    });
  }

  it('takes each step in its turn alone, and refuses the others without a change', () => {
    for (const step of [...steps, ...steps]) {
      expectRefusals('caller_secret', step);
      expect(rotate('caller_secret', step)).to.equal(0);
    }
  });

  it('writes down the new secret by the id by which programs name it', () => {
    rotate('caller_secret', 'introduce');
    const [, next = ''] = readBoth('caller_secret');
    expect(readFileSync(join(folder, 'caller_secret_introduced'), 'utf8').trim()).to.equal(
      createKeyring(next).current.id,
    );
  });

  it('goes on with a rotation of which it has written down nothing, by any step, and from there in turn', () => {
    const [former = ''] = readBoth('caller_secret');
    const next = 'a secret that an operator has introduced by hand';
    writeByHand('caller_secret_previous', next);
    expect(rotate('caller_secret', 'introduce')).to.equal(1);
    expect(rotate('caller_secret', 'switch')).to.equal(0);
    expect(readBoth('caller_secret')).to.deep.equal([next, former]);
    expectRefusals('caller_secret', 'finish');
    rmSync(join(folder, 'caller_secret_introduced'));
    expect(rotate('caller_secret', 'finish')).to.equal(0);
    expect(readBoth('caller_secret')).to.deep.equal([next, '']);
  });

  it('takes the same step again after somebody has taken it back by hand', () => {
    rotate('caller_secret', 'introduce');
    const [former = '', next = ''] = readBoth('caller_secret');
    rotate('caller_secret', 'switch');
    writeByHand('caller_secret', former);
    writeByHand('caller_secret_previous', next);
    expectRefusals('caller_secret', 'switch');
    expect(rotate('caller_secret', 'switch')).to.equal(0);
    expect(readBoth('caller_secret')).to.deep.equal([next, former]);
  });

  it('begins again where a switch was interrupted between its two files', () => {
    rotate('caller_secret', 'introduce');
    const [former = ''] = readBoth('caller_secret');
    writeByHand('caller_secret_previous', former);
    expectRefusals('caller_secret', 'introduce');
    expect(rotate('caller_secret', 'introduce')).to.equal(0);
    expect(readBoth('caller_secret')[0]).to.equal(former);
    expectRefusals('caller_secret', 'switch');
  });

  it('changes nothing for an unknown secret or step', () => {
    const before = rotated.map(readBoth);
    for (const argv of [['mongo_password', 'introduce'], ['caller_secret', 'replace'], ['caller_secret']]) {
      expect(spawnSync(process.execPath, [rotateScript, ...argv]).status).to.equal(1);
    }
    expect(rotated.map(readBoth)).to.deep.equal(before);
  });
});
