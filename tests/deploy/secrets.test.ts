import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './compose-file.js';

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

  it('renews what was deleted and only that', () => {
    generate();
    const { internal_secret, ...others } = readAll();
    rmSync(join(folder, 'internal_secret'));
    expect(generate()).to.equal('made internal_secret\n');
    const { internal_secret: renewed, ...kept } = readAll();
    expect(renewed).to.not.equal(internal_secret);
    expect(kept).to.deep.equal(others);
  });

  it('makes secrets of 256 bits, each another', () => {
    generate();
    const names = ['internal_secret', 'key_hash_secret', 'mongo_password', 'rabbitmq_password', 'redis_password'];
    const secrets = names.map(read);
    for (const secret of secrets) expect(secret).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(secrets).size).to.equal(names.length);
  });

  it('writes the passwords into the addresses and the settings that use them', () => {
    generate();
    expect(new URL(read('mongo_url')).password).to.equal(read('mongo_password'));
    expect(new URL(read('amqp_url')).password).to.equal(read('rabbitmq_password'));
    expect(new URL(read('redis_url')).password).to.equal(read('redis_password'));
    expect(read('rabbitmq_user')).to.include(`default_pass = ${read('rabbitmq_password')}`);
  });

  it('shows them to nobody: not on its output, not to other users, not to git', () => {
    const output = generate();
    for (const value of Object.values(readAll())) expect(output).to.not.include(value);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    const names = readdirSync(folder).map((name) => join('deploy', 'secrets', name));
    const ignored = spawnSync('git', ['check-ignore', ...names], { cwd: root, encoding: 'utf8' }).stdout;
    expect(ignored.trim().split('\n')).to.have.members(names);
  });
});
