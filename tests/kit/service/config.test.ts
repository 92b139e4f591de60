import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicAddressSpecs, readConfig, serviceSpecs } from '@plotline/kit/service/config';
import { expect } from 'chai';
import { callerKeyVariables } from '../../support/caller-keys.js';

const complete = {
  LISTEN_HOST: '127.0.0.1',
  HTTP_PORT: '8080',
  GRPC_PORT: '9090',
  MONGO_URL: 'mongodb://127.0.0.1',
  MONGO_DATABASE: 'team',
  AMQP_URL: 'amqp://127.0.0.1',
  CALLER_KEY: callerKeyVariables('team').CALLER_KEY,
  CALLER_PUBLIC_KEYS: callerKeyVariables('team').CALLER_PUBLIC_KEYS,
  ANSWER_SEAL_SECRET: 'hunter2hunter2hunter2hunter2hunter2',
};

describe('readConfig', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'plotline-config-'));
  });
  after(() => rmSync(directory, { recursive: true }));

  function secretFile(content: string): string {
    const file = join(directory, 'secret');
    writeFileSync(file, content);
    return file;
  }

  it('reads values with their types and defaults', () => {
    expect(readConfig(serviceSpecs, complete)).to.include({ HTTP_PORT: 8080, GRPC_PORT: 9090, LOG_LEVEL: 'info' });
  });

  it('uses 12 connections to MongoDB by default, and refuses too few or an invalid number', () => {
    expect(readConfig(serviceSpecs, complete).MONGO_POOL_SIZE).to.equal(12);
    expect(readConfig(serviceSpecs, { ...complete, MONGO_POOL_SIZE: '40' }).MONGO_POOL_SIZE).to.equal(40);
    for (const MONGO_POOL_SIZE of ['5', '12.5', 'many', '-1']) {
      expect(() => readConfig(serviceSpecs, { ...complete, MONGO_POOL_SIZE })).to.throw(/MONGO_POOL_SIZE/);
    }
  });

  it('returns a frozen config', () => {
    expect(Object.isFrozen(readConfig(serviceSpecs, complete))).to.equal(true);
  });

  it('reads a secret from a file without its final newline, and prefers the file to the variable', () => {
    const fromFile = 'from_the_file_from_the_file_from';
    const { ANSWER_SEAL_SECRET: _secret, ...rest } = complete;
    const environment = { ...rest, ANSWER_SEAL_SECRET_FILE: secretFile(`${fromFile}\n`) };
    expect(readConfig(serviceSpecs, environment).ANSWER_SEAL_SECRET).to.equal(fromFile);
    const both = { ...environment, ANSWER_SEAL_SECRET: 'another_one_that_is_long_enough_1' };
    expect(readConfig(serviceSpecs, both).ANSWER_SEAL_SECRET).to.equal(fromFile);
  });

  it('ignores the _FILE variables of other programs', () => {
    const environment = { ...complete, KRB5_FILE: '/nowhere/at/all', LD_FILE: '/etc/hosts' };
    expect(readConfig(serviceSpecs, environment)).to.include({ MONGO_DATABASE: 'team' });
  });

  it('reports a file that does not exist', () => {
    const file = join(directory, 'missing');
    const environment = { ...complete, ANSWER_SEAL_SECRET_FILE: file, HTTP_PORT: 'x' };
    expect(() => readConfig(serviceSpecs, environment))
      .to.throw(`ANSWER_SEAL_SECRET_FILE (${file}: ENOENT)`)
      .with.property('message')
      .contains('HTTP_PORT');
  });

  it('reports all invalid variables together, without their values', () => {
    const { MONGO_URL: _url, ...rest } = complete;
    const environment = { ...rest, HTTP_PORT: 'hunter2', GRPC_PORT: '70000', LOG_LEVEL: 'hunter2' };
    let message = '';
    try {
      readConfig(serviceSpecs, environment);
    } catch (error) {
      message = String(error);
    }
    for (const name of ['HTTP_PORT', 'GRPC_PORT', 'LOG_LEVEL', 'MONGO_URL']) expect(message).to.include(name);
    for (const told of ['hunter2', '70000', 'AMQP_URL', 'ANSWER_SEAL_SECRET']) expect(message).to.not.include(told);
  });

  it('requires the variables that a service adds', () => {
    const specs = { ...serviceSpecs, PIPELINE_GRPC: serviceSpecs.AMQP_URL };
    expect(() => readConfig(specs, complete)).to.throw(/PIPELINE_GRPC \(EnvMissingError\)/);
    expect(readConfig(specs, { ...complete, PIPELINE_GRPC: 'a:1' })).to.include({ PIPELINE_GRPC: 'a:1' });
  });

  it('accepts an origin as a public address, but no path and no other scheme', () => {
    const read = (text: string) =>
      readConfig(publicAddressSpecs, { AUTH_BASE_URL: text, API_BASE_URL: 'http://localhost:8080' }).AUTH_BASE_URL;
    expect(read('https://Auth.example.com/')).to.equal('https://auth.example.com');
    expect(read('http://localhost:8082')).to.equal('http://localhost:8082');
    for (const text of ['auth.example.com', 'https://x/auth', 'https://x/?a', 'ftp://x', 'javascript:x']) {
      expect(() => read(text), text).to.throw('AUTH_BASE_URL');
    }
  });

  it('refuses a secret with fewer than 32 characters or with spaces, without showing it', () => {
    for (const [value, reason] of [
      ['', 'needs at least 32 characters'],
      ['hunter2', 'needs at least 32 characters'],
      ['hunter2 hunter2 hunter2 hunter2 hunter2', 'must be one word of ASCII characters'],
    ] as const) {
      expect(() => readConfig(serviceSpecs, { ...complete, ANSWER_SEAL_SECRET: value }))
        .to.throw(`ANSWER_SEAL_SECRET (${reason})`)
        .with.property('message')
        .not.contains('hunter2');
    }
    expect(() => readConfig(serviceSpecs, { ...complete, ANSWER_SEAL_SECRET_PREVIOUS: 'short' })).to.throw('_PREVIOUS');
    expect(
      readConfig(serviceSpecs, { ...complete, ANSWER_SEAL_SECRET_PREVIOUS: '' }).ANSWER_SEAL_SECRET_PREVIOUS,
    ).to.equal('');
  });

  it('refuses a secret that is used for two purposes or replaces itself', () => {
    const { CALLER_KEY } = complete;
    const previous = 'swordfish_swordfish_swordfish_swordfish';
    for (const equal of [
      { ANSWER_SEAL_SECRET_PREVIOUS: complete.ANSWER_SEAL_SECRET },
      { ANSWER_SEAL_SECRET: CALLER_KEY },
      { CALLER_KEY_PREVIOUS: CALLER_KEY },
      { ANSWER_SEAL_SECRET: previous, ANSWER_SEAL_SECRET_PREVIOUS: previous },
    ]) {
      expect(() => readConfig(serviceSpecs, { ...complete, ...equal }))
        .to.throw('Secrets must differ')
        .with.property('message')
        .not.contains(Object.values(equal)[0]);
    }
  });

  it('refuses a program key that is invalid or not in the list, without showing it', () => {
    for (const CALLER_KEY of ['', 'hunter2', 'hunter2hunter2hunter2hunter2hunter2hunter2hunter2']) {
      expect(() => readConfig(serviceSpecs, { ...complete, CALLER_KEY }))
        .to.throw('CALLER_KEY (must be 32 bytes, as base64url)')
        .with.property('message')
        .not.contains('hunter2');
    }
    for (const CALLER_PUBLIC_KEYS of ['', '{', '{}', '{"team":"x"}', '{"team":[]}', '{"team":["x"]}']) {
      expect(() => readConfig(serviceSpecs, { ...complete, CALLER_PUBLIC_KEYS }), CALLER_PUBLIC_KEYS).to.throw('KEYS');
    }
  });
});
