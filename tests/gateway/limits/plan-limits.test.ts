import { expect } from 'chai';
import { ask, type Reply } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';
import { json } from '../stub-service.js';
import { Clock } from './clock.js';

const endOfMinute = Date.UTC(2026, 2, 1, 12, 1) / 1_000;

function limitHeaders({ headers }: Reply): unknown[] {
  return ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));
}

describe('gateway: requests per minute', () => {
  let gateway: GatewayFixture;
  let clock: Clock;
  const get = (key: string, path = '/v1/leads/lead_1', host = gateway.live) => ask(host + path, { key });
  const use = async (times: number, key: string) => {
    for (let time = 0; time < times; time += 1) await get(key);
  };

  beforeEach(async () => {
    clock = new Clock();
    gateway = await startGatewayFixture({ clock: clock.now }, { LIMITS_FACTOR: '1' });
  });
  afterEach(() => gateway.stop());

  const plans = [
    { plan: 'starter', perMinute: 60 },
    { plan: 'professional', perMinute: 120 },
    { plan: 'enterprise', perMinute: 600 },
  ];
  for (const { plan, perMinute } of plans) {
    it(`are ${perMinute} under the plan ${plan}; the next is the first to be refused`, async () => {
      const key = gateway.verification.make(['admin'], { plan });
      await use(perMinute - 1, key);
      const last = await get(key);
      expect(last.status).equal(200);
      expect(limitHeaders(last)).deep.equal([perMinute, 0, endOfMinute]);
      const refused = await get(key);
      expect(refused.status).equal(429);
      expect(limitHeaders(refused)).deep.equal([perMinute, 0, endOfMinute]);
      expect(refused.headers['retry-after']).equal('50');
      const message = 'The limit of requests per minute is reached. Try again in 50 seconds.';
      const error = { code: 'RATE_LIMIT_EXCEEDED', message, retry_after: 50 };
      expect(refused.json).deep.equal({ success: false, error });
      expect(gateway.stub.received).length(perMinute);
    });
  }

  it('begin anew with the minute of the clock', async () => {
    const key = gateway.verification.make(['admin'], { plan: 'starter' });
    await use(61, key);
    clock.forward(49_999);
    expect((await get(key)).status).equal(429);
    clock.forward(1);
    expect(limitHeaders(await get(key))).deep.equal([60, 59, endOfMinute + 60]);
  });

  it('are one count for all keys of a workspace, and another on the other host', async () => {
    const keys = [1, 2].map(() => gateway.verification.make(['admin'], { plan: 'starter' }));
    for (const key of keys) await use(30, key);
    for (const key of keys) expect((await get(key)).status).equal(429);
    const test = gateway.verification.make(['admin'], { plan: 'starter', mode: 'sandbox' });
    expect(limitHeaders(await get(test, '/v1/leads/lead_1', gateway.sandbox))).deep.equal([60, 59, endOfMinute]);
    const stranger = gateway.verification.make(['admin'], { plan: 'starter', workspaceId: 'ws_2' });
    expect((await get(stranger)).status).equal(200);
  });

  it('count whatever the answer is, but for 401 and 429', async () => {
    const key = gateway.verification.make(['read:leads'], { plan: 'starter' });
    expect((await get(key, '/v1/none')).status).equal(404);
    expect((await ask(`${gateway.live}/v1/leads`, { key, method: 'DELETE' })).status).equal(405);
    expect((await ask(`${gateway.live}/v1/leads`, { key, method: 'POST', body: '{}' })).status).equal(403);
    expect((await ask(`${gateway.live}/v1/leads`, { key, headers: { 'x-workspace-id': 'ws_2' } })).status).equal(403);
    gateway.stub.answer = json(422, '{"code":"VALIDATION_ERROR","message":"No."}');
    const invalid = await get(key);
    expect(invalid.status).equal(422);
    expect(limitHeaders(invalid)).deep.equal([60, 55, endOfMinute]);
    expect((await get('pl_live_wrong')).status).equal(401);
    expect(limitHeaders(await get(key))).deep.equal([60, 54, endOfMinute]);
  });
});
