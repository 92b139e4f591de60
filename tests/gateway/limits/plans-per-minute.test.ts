import { expect } from 'chai';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { Clock } from '../support/clock.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { type Reply, sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

const endOfMinute = Date.UTC(2026, 2, 1, 12, 1) / 1_000;

function limitHeaders({ headers }: Reply): unknown[] {
  return ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));
}

describe('gateway limit for requests per minute', () => {
  let clock: Clock;
  const gateway = useFixturePerTest(() => {
    clock = new Clock();
    return startGatewayFixture({ rateLimitsNow: clock.now }, { LIMITS_FACTOR: '1' });
  });
  const get = (key: string, path = '/v1/leads/lead_1', host = gateway().live) => sendRequest(host + path, { key });
  const use = async (times: number, key: string) => {
    for (let time = 0; time < times; time += 1) await get(key);
  };

  const plans = [
    { plan: 'starter', perMinute: 60 },
    { plan: 'professional', perMinute: 120 },
    { plan: 'enterprise', perMinute: 600 },
  ];
  for (const { plan, perMinute } of plans) {
    it(`is ${perMinute} on the ${plan} plan; the next request is the first to be refused`, async () => {
      const key = gateway().verification.createKey(['admin'], { plan });
      await use(perMinute - 1, key);
      const last = await get(key);
      expect(last.status).to.equal(200);
      expect(limitHeaders(last)).to.deep.equal([perMinute, 0, endOfMinute]);
      const refused = await get(key);
      expect(refused.status).to.equal(429);
      expect(limitHeaders(refused)).to.deep.equal([perMinute, 0, endOfMinute]);
      expect(refused.headers['retry-after']).to.equal('50');
      const message = 'The request limit per minute is reached. Try again in 50 seconds.';
      const error = { code: 'RATE_LIMIT_EXCEEDED', message, retry_after: 50 };
      expect(refused.json).to.deep.equal({ success: false, error });
      expect(gateway().stub.received).to.have.length(perMinute);
    });
  }

  it('resets at the start of each UTC minute', async () => {
    const key = gateway().verification.createKey(['admin'], { plan: 'starter' });
    await use(61, key);
    clock.advance(49_999);
    expect((await get(key)).status).to.equal(429);
    clock.advance(1);
    expect(limitHeaders(await get(key))).to.deep.equal([60, 59, endOfMinute + 60]);
  });

  it('is shared by all keys of a workspace, and counted separately on the other host', async () => {
    const keys = [1, 2].map(() => gateway().verification.createKey(['admin'], { plan: 'starter' }));
    for (const key of keys) await use(30, key);
    for (const key of keys) expect((await get(key)).status).to.equal(429);
    const test = gateway().verification.createKey(['admin'], { plan: 'starter', mode: 'sandbox' });
    expect(limitHeaders(await get(test, '/v1/leads/lead_1', gateway().sandbox))).to.deep.equal([60, 59, endOfMinute]);
    const stranger = gateway().verification.createKey(['admin'], { plan: 'starter', workspaceId: 'ws_2' });
    expect((await get(stranger)).status).to.equal(200);
  });

  it('counts every response except 401 and 429', async () => {
    const key = gateway().verification.createKey(['read:leads'], { plan: 'starter' });
    expect((await get(key, '/v1/none')).status).to.equal(404);
    expect((await sendRequest(`${gateway().live}/v1/leads`, { key, method: 'DELETE' })).status).to.equal(405);
    expect((await sendRequest(`${gateway().live}/v1/leads`, { key, method: 'POST', body: '{}' })).status).to.equal(403);
    gateway().stub.answer = answerJson(422, '{"code":"VALIDATION_ERROR","message":"No."}');
    const invalid = await get(key);
    expect(invalid.status).to.equal(422);
    expect(limitHeaders(invalid)).to.deep.equal([60, 56, endOfMinute]);
    expect((await get('pl_live_wrong')).status).to.equal(401);
    expect(limitHeaders(await get(key))).to.deep.equal([60, 55, endOfMinute]);
  });

  it("counts a request for someone else's workspace against the limit of its address", async () => {
    const key = gateway().verification.createKey(['read:leads'], { plan: 'starter' });
    const foreign = await sendRequest(`${gateway().live}/v1/leads`, { key, headers: { 'x-workspace-id': 'ws_2' } });
    expect(foreign.status).to.equal(403);
    expect(limitHeaders(foreign)).to.deep.equal([120, 119, endOfMinute]);
    expect(limitHeaders(await get(key))).to.deep.equal([60, 59, endOfMinute]);
  });
});
