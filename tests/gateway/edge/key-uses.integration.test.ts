import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { eventually } from '../../support/eventually.js';
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

  it('is not forgotten because an equal one beside it was refused', async () => {
    const key = randomUUID();
    const refusal = json(422, '{"code":"VALIDATION_ERROR","message":"No."}');
    const success = json(201, '{"id":"lead_1"}');
    for (const statuses of [
      [422, 201],
      [201, 422],
    ]) {
      const waiting = [...statuses];
      // They overlap: both are noted before the first is answered.
      gateway.stub.answer = (request, response) => {
        const status = waiting.shift();
        setTimeout(() => (status === 201 ? success : refusal)(request, response), 150 * (2 - waiting.length));
      };
      const answers = await Promise.all([post('/v1/leads', key), post('/v1/leads', key)]);
      expect(answers.map(({ status }) => status).sort()).eql([201, 422]);
      expect((await post('/v1/leads/bulk', key)).status).equal(422);
    }
  });

  it('is forgotten when the client went away before its request was whole', async () => {
    const key = randomUUID();
    const head = `POST /v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${credential}\r\nIdempotency-Key: ${key}`;
    const socket = connect(Number(new URL(gateway.live).port), '127.0.0.1');
    socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"name":`);
    await eventually(async () => expect((await post('/v1/leads/bulk', key)).status).equal(422));
    socket.destroy();
    await eventually(async () => expect((await post('/v1/leads/bulk', key)).status).equal(201));
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
