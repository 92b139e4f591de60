import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readGatewayConfig } from '@plotline/gateway/config';
import { expect } from 'chai';
import { callerKeyVariables, privateKeyOf } from '../support/caller-keys.js';

const required = {
  PRIVATE_PORT: '4100',
  AUTH_BASE_URL: 'https://auth.example.com',
  API_BASE_URL: 'https://api.example.com',
  AUTH_GRPC: 'x:1',
  AMQP_URL: 'amqp://x',
  REDIS_URL: 'redis://x',
  CALLER_KEY: privateKeyOf('gateway'),
  CALLER_PUBLIC_KEYS: callerKeyVariables('gateway').CALLER_PUBLIC_KEYS,
};

describe('gateway config', () => {
  it('defaults to local addresses and to the contracts in the repository', () => {
    const config = readGatewayConfig(required);
    expect(config).to.include({
      API_PORT: 8080,
      SANDBOX_PORT: 8081,
      AUTH_PORT: 8082,
      AUTH_URL: 'http://127.0.0.1:4101',
    });
    expect(existsSync(join(config.CONTRACTS, 'kit', 'common.yaml'))).to.equal(true);
  });

  for (const name of Object.keys(required)) {
    it(`refuses to start without ${name}`, () => {
      expect(() => readGatewayConfig({ ...required, [name]: undefined })).to.throw(name);
    });
  }
});
