import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePrivateKey, toPublicKey } from '@plotline/kit/core/caller-keys';
import { expect } from 'chai';
import { root } from '../../deploy/compose-file.js';
import { programs, rotated } from './rotated-secrets.js';

const script = join(root, 'deploy', 'secrets', 'generate.mjs');

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

  it('only prints its usage with --help, and refuses unknown options and arguments', () => {
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', cwd: folder });
    const helped = run('--help');
    expect([helped.status, helped.stderr]).to.deep.equal([0, '']);
    expect(helped.stdout).to.match(/^Usage: generate\.mjs/);
    for (const args of [['--no-such-option'], [folder, 'another']]) {
      const { status, stdout, stderr } = run(...args);
      expect([status, stdout], args[0]).to.deep.equal([1, '']);
      expect(stderr, args[0])
        .to.include('Usage: ')
        .and.not.match(/\n\s+at /);
    }
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('recreates only deleted files', () => {
    generate();
    const { answer_seal_secret, ...others } = readAll();
    rmSync(join(folder, 'answer_seal_secret'));
    expect(generate()).to.equal('made answer_seal_secret\n');
    const { answer_seal_secret: renewed, ...kept } = readAll();
    expect(renewed).to.not.equal(answer_seal_secret);
    expect(kept).to.deep.equal(others);
  });

  it('gives a new service a broker user, and keeps the passwords of the other services', () => {
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

  it("gives the broker's users the permissions of the installed release", () => {
    generate();
    const { rabbitmq_definitions = '', ...others } = readAll();
    const { permissions, topic_permissions, ...rest } = JSON.parse(rabbitmq_definitions);
    const wider = permissions.map((one: object) => ({ ...one, write: '^plotline\\..*$' }));
    for (const former of [
      { ...rest, permissions },
      { ...rest, topic_permissions, permissions: wider },
    ]) {
      rmSync(join(folder, 'rabbitmq_definitions'));
      writeFileSync(join(folder, 'rabbitmq_definitions'), JSON.stringify(former));
      expect(generate()).to.equal('made rabbitmq_definitions\n');
      const { rabbitmq_definitions: definitions = '', ...kept } = readAll();
      expect(kept).to.deep.equal(others);
      expect(JSON.parse(definitions)).to.deep.include({ permissions, topic_permissions });
    }
  });

  it('creates secrets of 256 bits that all differ', () => {
    generate();
    const names = [...rotated, 'mongo_password', 'rabbitmq_password', 'redis_password'];
    const urls = readdirSync(folder).filter((name) => /^(mongo|amqp)_url_/.test(name));
    expect(urls).to.have.length(18);
    // A restore writes as the administrator.
    expect(new URL(read('mongo_url_restore')).password).to.equal(read('mongo_password'));
    const ownUrls = urls.filter((name) => name !== 'mongo_url_restore');
    const secrets = [...names.map(read), ...ownUrls.map((name) => new URL(read(name)).password)];
    for (const secret of secrets) expect(secret).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(secrets).size).to.equal(secrets.length);
    for (const name of rotated) expect(read(`${name}_previous`)).to.equal('');
  });

  it('gives every program the public keys of all programs, even after one key was replaced', () => {
    generate();
    const readPublic = (): Record<string, string[]> => JSON.parse(read('caller_public_keys'));
    const toPublic = (name: string) => toPublicKey(parsePrivateKey(read(`caller_key_${name}`)));
    const first = readPublic();
    expect(first).to.deep.equal(Object.fromEntries(programs.map((name) => [name, [toPublic(name)]])));
    rmSync(join(folder, 'caller_key_team'));
    expect(generate()).to.equal('made caller_key_team\nmade caller_public_keys\n');
    expect(readPublic()).to.deep.equal({ ...first, team: [toPublic('team')] });
  });

  it("gives each program its own user, with the password in the program's address", () => {
    generate();
    expect(new URL(read('redis_url')).password).to.equal(read('redis_password'));
    expect(JSON.parse(read('redis_exporter_passwords'))).to.deep.equal({
      'redis://redis:6379': read('redis_password'),
    });
    expect(read('mongodb_exporter_environment')).to.equal(`MONGODB_URI=${read('mongo_url_exporter')}`);
    expect(new URL(read('mongo_url_team')).username).to.equal('team');
    const { users, permissions, topic_permissions } = JSON.parse(read('rabbitmq_definitions'));
    const names = ['plotline', 'gateway', 'auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'];
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

  it('hides the secrets from its output, from other users and from git', () => {
    const output = generate();
    for (const value of Object.values(readAll())) if (value !== '') expect(output).to.not.include(value);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    const names = readdirSync(folder).map((name) => join('deploy', 'secrets', name));
    const ignored = spawnSync('git', ['check-ignore', ...names], { cwd: root, encoding: 'utf8' }).stdout;
    expect(ignored.trim().split('\n')).to.have.members(names);
  });
});
