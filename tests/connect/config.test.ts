import { readFileSync } from 'node:fs';
import { readConnectConfig } from '@plotline/connect/config';
import { expect } from 'chai';
import { callerKeyVariables } from '../support/caller-keys.js';

const { CALLER_KEY, CALLER_PUBLIC_KEYS } = callerKeyVariables('connect');
const local = {
  ...{ CALLER_KEY, CALLER_PUBLIC_KEYS },
  ...{ HTTP_PORT: '4107', GRPC_PORT: '4207', MONGO_URL: 'mongodb://x', AMQP_URL: 'amqp://x' },
  ...{ INVENTORY_GRPC: 'x:1', PIPELINE_GRPC: 'x:2', TEAM_GRPC: 'x:3', TRANSFER_GRPC: 'x:4' },
  MONGO_DATABASE: 'plotline_connect',
  AUTH_BASE_URL: 'http://localhost:8082',
  API_BASE_URL: 'http://localhost:8080',
  CONNECT_SEAL_SECRET: 'seals credentials of connections'.replaceAll(' ', '_'),
  ANSWER_SEAL_SECRET: 'seals answers of the service in tests'.replaceAll(' ', '_'),
  NODE_ENV: 'development',
  CONNECT_FAKE_VENDORS: 'true',
  CONNECT_SIMULATOR_URL: 'http://localhost:8083',
};

describe('simulated vendors', () => {
  it('are allowed in a local system', () => {
    expect(readConnectConfig(local)).to.include({ CONNECT_FAKE_VENDORS: true });
  });

  for (const [name, change] of [
    ['in production', { NODE_ENV: 'production' }],
    ['where NODE_ENV is not set', { NODE_ENV: undefined }],
    ['behind a public address', { API_BASE_URL: 'https://api.example.com' }],
    ['with pages for other machines', { CONNECT_SIMULATOR_URL: 'http://0.0.0.0:8083' }],
    ['without the address of their pages', { CONNECT_SIMULATOR_URL: undefined }],
  ] as const) {
    it(`are refused ${name}`, () => {
      expect(() => readConnectConfig({ ...local, ...change })).to.throw('CONNECT_FAKE_VENDORS');
    });
  }

  it('are refused in the container image, which sets NODE_ENV', () => {
    const dockerfile = readFileSync(new URL('../../deploy/Dockerfile', import.meta.url), 'utf8');
    expect(dockerfile).to.match(/^ENV NODE_ENV=production$/m);
  });

  it('are off by default', () => {
    const { CONNECT_FAKE_VENDORS: _fakes, ...real } = local;
    expect(readConnectConfig({ ...real, NODE_ENV: 'production' })).to.include({ CONNECT_FAKE_VENDORS: false });
  });
});
