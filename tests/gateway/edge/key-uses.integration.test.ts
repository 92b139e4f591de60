import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { storeUrl } from '../../support/test-stores.js';
import { ask } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';
import { json } from '../stub-service.js';

describe('gateway: what an Idempotency-Key was used for', () => {
  let gateway: GatewayFixture;
  let credential: string;

  beforeEach(async () => {
    const url = storeUrl('REDIS');
    const redis = new Redis(url);
    await redis.ping();
    redis.disconnect();
    gateway = await startGatewayFixture({}, { REDIS_URL: url });
    credential = gateway.verification.make(['admin']);
    gateway.stub.answer = json(201, '{"id":"lead_1"}');
    // The first use needs the connection; until it is there nothing is noted.
    await ask(`${gateway.live}/v1/leads`, { method: 'POST', key: credential, body: '{}' });
  });

  afterEach(() => gateway.stop());

  const post = (path: string, key: string, as = credential) =>
    ask(`${gateway.live}${path}`, { method: 'POST', key: as, body: '{}', headers: { 'idempotency-key': key } });

  it('is held against later requests of the same credential, whatever service they are for', async () => {
    const key = randomUUID();
    expect((await post('/v1/leads', key)).status).equal(201);
    const refused = await post('/v1/leads/bulk', key);
    expect(refused.status).equal(422);
    expect(refused.text).contains('Idempotency-Key');
    expect((await post('/v1/leads', key)).status).equal(201);
    expect((await post('/v1/leads?on_duplicate=reject', key)).status).equal(422);
  });

  it('is nobody else’s', async () => {
    const key = randomUUID();
    expect((await post('/v1/leads', key)).status).equal(201);
    const other = gateway.verification.make(['admin']);
    expect((await post('/v1/leads/bulk', key, other)).status).equal(201);
  });

  it('is forgotten when the request was refused', async () => {
    const key = randomUUID();
    gateway.stub.answer = json(422, '{"code":"VALIDATION_ERROR","message":"No."}');
    expect((await post('/v1/leads', key)).status).equal(422);
    gateway.stub.answer = json(201, '{"id":"lead_1"}');
    const again = await post('/v1/leads/bulk', key);
    expect(again.status).equal(201);
  });
});

describe('gateway: Idempotency-Keys without Redis', () => {
  it('are left to the services', async () => {
    const gateway = await startGatewayFixture({}, { REDIS_URL: 'redis://127.0.0.1:1' });
    const credential = gateway.verification.make(['admin']);
    gateway.stub.answer = json(201, '{"id":"lead_1"}');
    for (const path of ['/v1/leads', '/v1/leads/bulk']) {
      const headers = { 'idempotency-key': 'same' };
      const answer = await ask(gateway.live + path, { method: 'POST', key: credential, body: '{}', headers });
      expect(answer.status).equal(201);
    }
    await gateway.stop();
  });
});
