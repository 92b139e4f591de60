import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { eventually } from '../../support/eventually.js';
import { storeUrl } from '../../support/test-stores.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { waitForRedis } from '../support/redis-use.js';
import { answerJson } from '../support/stub-service.js';
import { openUpload, readAnswer, takeUploads } from '../support/uploads.js';

describe('gateway IdempotencyKeyRegistry', () => {
  const gateway = useFixturePerTest(async () => {
    const url = storeUrl('REDIS');
    const redis = new Redis(url);
    await redis.ping();
    redis.disconnect();
    return startGatewayFixture({}, { REDIS_URL: url });
  });
  let credential: string;

  beforeEach(async () => {
    credential = gateway().verification.createKey(['admin']);
    gateway().stub.answer = answerJson(201, '{"id":"lead_1"}');
    await waitForRedis(gateway());
  });

  const post = (path: string, key: string, as = credential) =>
    sendRequest(`${gateway().live}${path}`, {
      method: 'POST',
      key: as,
      body: '{}',
      headers: { 'idempotency-key': key },
    });

  it('refuses a key that the same credential used with a different method or address', async () => {
    const key = randomUUID();
    expect((await post('/v1/leads', key)).status).to.equal(201);
    const refused = await post('/v1/leads/bulk', key);
    expect(refused.status).to.equal(422);
    expect(refused.text).to.include('Idempotency-Key');
    expect((await post('/v1/leads', key)).status).to.equal(201);
    expect((await post('/v1/leads?on_duplicate=reject', key)).status).to.equal(422);
  });

  it('keeps the keys of each credential separate', async () => {
    const key = randomUUID();
    expect((await post('/v1/leads', key)).status).to.equal(201);
    const other = gateway().verification.createKey(['admin']);
    expect((await post('/v1/leads/bulk', key, other)).status).to.equal(201);
  });

  it("keeps the keys of one person's two credentials separate", async () => {
    const key = randomUUID();
    const [one, other] = [gateway().verification.createSession(), gateway().verification.createSession()];
    expect((await post('/v1/leads', key, one)).status).to.equal(201);
    expect((await post('/v1/leads/bulk', key, other)).status).to.equal(201);
    expect((await post('/v1/leads/bulk', key, one)).status).to.equal(422);
  });

  it('keeps a key whose request succeeded when a concurrent identical request is refused', async () => {
    const key = randomUUID();
    const refusal = answerJson(422, '{"code":"VALIDATION_ERROR","message":"No."}');
    const success = answerJson(201, '{"id":"lead_1"}');
    for (const [first, second] of [
      [refusal, success],
      [success, refusal],
    ] as const) {
      const held: ((answer: typeof refusal) => void)[] = [];
      gateway().stub.answer = (request, response) => held.push((answer) => answer(request, response));
      const running = [post('/v1/leads', key), post('/v1/leads', key)];
      // The two requests overlap, so both are registered before the first is answered.
      await eventually(() => expect(held).to.have.length(2));
      held[0]?.(first);
      await Promise.race(running);
      held[1]?.(second);
      const answers = await Promise.all(running);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422]);
      expect((await post('/v1/leads/bulk', key)).status).to.equal(422);
    }
  });

  it('does not register the key of a request whose body has not arrived', async () => {
    const key = randomUUID();
    const head = `POST /v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${credential}\r\nIdempotency-Key: ${key}`;
    const socket = connect(Number(new URL(gateway().live).port), '127.0.0.1');
    socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"name":`);
    await eventually(() => expect(gateway().context.bodies.inUse).to.be.greaterThan(0));
    expect((await post('/v1/leads/bulk', key)).status).to.equal(201);
    socket.destroy();
  });

  it('releases the key of an interrupted upload, and keeps the key of a complete one', async () => {
    const key = randomUUID();
    const headers = { 'idempotency-key': key };
    const received = takeUploads(gateway());
    const broken = openUpload(gateway(), { key: credential, headers });
    broken.write('a');
    await eventually(() => expect(received).to.have.length(1));
    expect((await post('/v1/leads/bulk', key)).status).to.equal(422);
    broken.destroy();
    await eventually(() => expect(received[0]?.outcome).to.equal('aborted'));
    gateway().stub.answerEarly = null;
    await eventually(async () => expect((await post('/v1/leads/bulk', key)).status).to.equal(201));
    takeUploads(gateway());
    const other = { 'idempotency-key': randomUUID() };
    const whole = openUpload(gateway(), { key: credential, headers: other });
    const answer = readAnswer(whole);
    whole.end('a');
    expect((await answer).status).to.equal(202);
    await eventually(async () => {
      expect((await post('/v1/leads/bulk', other['idempotency-key'])).status).to.equal(422);
    });
  });

  it('releases a key when its request is refused', async () => {
    const key = randomUUID();
    gateway().stub.answer = answerJson(422, '{"code":"VALIDATION_ERROR","message":"No."}');
    expect((await post('/v1/leads', key)).status).to.equal(422);
    gateway().stub.answer = answerJson(201, '{"id":"lead_1"}');
    const again = await post('/v1/leads/bulk', key);
    expect(again.status).to.equal(201);
  });
});

describe('gateway IdempotencyKeyRegistry without Redis', () => {
  it('refuses nothing, and leaves the check to the services', async () => {
    const gateway = await startGatewayFixture({}, { REDIS_URL: 'redis://127.0.0.1:1' });
    const credential = gateway.verification.createKey(['admin']);
    gateway.stub.answer = answerJson(201, '{"id":"lead_1"}');
    for (const path of ['/v1/leads', '/v1/leads/bulk']) {
      const headers = { 'idempotency-key': 'same' };
      const answer = await sendRequest(gateway.live + path, { method: 'POST', key: credential, body: '{}', headers });
      expect(answer.status).to.equal(201);
    }
    await gateway.stop();
  });
});
