import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, serviceSpecs } from '@plotline/kit/process/config';
import { expect } from 'chai';

const complete = {
  LISTEN_HOST: '127.0.0.1',
  HTTP_PORT: '8080',
  GRPC_PORT: '9090',
  MONGO_URL: 'mongodb://127.0.0.1',
  MONGO_DATABASE: 'team',
  AMQP_URL: 'amqp://127.0.0.1',
  INTERNAL_SECRET: 'hunter2hunter2',
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

  it('reads values of their types, with defaults', () => {
    expect(readConfig(serviceSpecs, complete)).to.include({ HTTP_PORT: 8080, GRPC_PORT: 9090, LOG_LEVEL: 'info' });
  });

  it('returns a frozen config', () => {
    expect(Object.isFrozen(readConfig(serviceSpecs, complete))).to.equal(true);
  });

  it('reads a secret from a file, without the newline at its end; the file wins', () => {
    const { INTERNAL_SECRET: _secret, ...rest } = complete;
    const environment = { ...rest, INTERNAL_SECRET_FILE: secretFile('from the file\n') };
    expect(readConfig(serviceSpecs, environment).INTERNAL_SECRET).to.equal('from the file');
    expect(readConfig(serviceSpecs, { ...environment, INTERNAL_SECRET: 'x' }).INTERNAL_SECRET).to.equal(
      'from the file',
    );
  });

  it('ignores the _FILE variables of other programs', () => {
    const environment = { ...complete, KRB5_FILE: '/nowhere/at/all', LD_FILE: '/etc/hosts' };
    expect(readConfig(serviceSpecs, environment)).to.include({ MONGO_DATABASE: 'team' });
  });

  it('names a file that does not exist', () => {
    const file = join(directory, 'missing');
    const environment = { ...complete, INTERNAL_SECRET_FILE: file, HTTP_PORT: 'x' };
    expect(() => readConfig(serviceSpecs, environment))
      .to.throw(`INTERNAL_SECRET_FILE (${file}: ENOENT)`)
      .with.property('message')
      .contains('HTTP_PORT');
  });

  it('names every faulty variable at once, and no value', () => {
    const { MONGO_URL: _url, ...rest } = complete;
    const environment = { ...rest, HTTP_PORT: 'hunter2', GRPC_PORT: '70000', LOG_LEVEL: 'hunter2' };
    let message = '';
    try {
      readConfig(serviceSpecs, environment);
    } catch (error) {
      message = String(error);
    }
    for (const name of ['HTTP_PORT', 'GRPC_PORT', 'LOG_LEVEL', 'MONGO_URL']) expect(message).to.include(name);
    for (const told of ['hunter2', '70000', 'AMQP_URL', 'INTERNAL_SECRET']) expect(message).to.not.include(told);
  });

  it('requires the variables that a service adds', () => {
    const specs = { ...serviceSpecs, PIPELINE_GRPC: serviceSpecs.AMQP_URL };
    expect(() => readConfig(specs, complete)).to.throw(/PIPELINE_GRPC \(EnvMissingError\)/);
    expect(readConfig(specs, { ...complete, PIPELINE_GRPC: 'a:1' })).to.include({ PIPELINE_GRPC: 'a:1' });
  });
});
