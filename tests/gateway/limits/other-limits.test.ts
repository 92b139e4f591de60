import { expect } from 'chai';
import { ask } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';
import { json } from '../stub-service.js';
import { Clock } from './clock.js';

describe('gateway: limits beside the plan’s minute', () => {
  let gateway: GatewayFixture;
  let key: string;
  const get = (path: string) => ask(gateway.live + path, { key });
  const remaining = async () => Number((await get('/v1/leads/lead_1')).headers['x-ratelimit-remaining']);

  beforeEach(async () => {
    gateway = await startGatewayFixture({ clock: new Clock().now }, { LIMITS_FACTOR: '1' });
    key = gateway.verification.make(['admin'], { plan: 'starter' });
  });
  afterEach(() => gateway.stop());

  it('an operation’s own limit refuses on top, and what it refuses is not in the minute', async () => {
    const post = () => ask(`${gateway.live}/v1/leads/bulk`, { key, method: 'POST', body: '{}' });
    gateway.stub.answer = json(201, '[]');
    for (let time = 0; time < 3; time += 1) expect((await post()).status).equal(201);
    const refused = await post();
    expect(refused.status).equal(429);
    expect(refused.headers['retry-after']).equal('50');
    expect(refused.headers).include({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '57' });
    expect(await remaining()).equal(56);
  });

  it('operations of one group share their limit', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect((await get('/v1/analytics/overview')).status).equal(200);
      expect((await get('/v1/analytics/funnel')).status).equal(200);
    }
    expect((await get('/v1/analytics/funnel')).status).equal(429);
    expect((await get('/v1/analytics/overview')).status).equal(429);
    expect(await remaining()).equal(55);
  });

  it('more requests at once than the burst of the plan are refused for a second, and not counted', async () => {
    const held: (() => void)[] = [];
    const answer = gateway.stub.answer;
    gateway.stub.answer = (request, response) => held.push(() => answer(request, response));
    const running = Array.from({ length: 10 }, () => get('/v1/leads/lead_1'));
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (held.length < 10) return;
        clearInterval(look);
        resolve();
      }, 5);
    });
    const refused = await get('/v1/leads/lead_1');
    expect(refused.status).equal(429);
    expect(refused.headers).include({ 'retry-after': '1', 'x-ratelimit-remaining': '50' });
    for (const release of held) release();
    for (const { status } of await Promise.all(running)) expect(status).equal(200);
    gateway.stub.answer = answer;
    expect(await remaining()).equal(49);
  });

  it('requests without a valid credential are limited by address, and leave the good ones alone', async () => {
    const stranger = () => ask(`${gateway.live}/v1/leads`, { key: 'pl_live_wrong' });
    for (let left = 119; left >= 0; left -= 1) {
      const { status, headers } = await stranger();
      expect(status).equal(401);
      expect(headers).include({ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': String(left) });
    }
    const refused = await stranger();
    expect(refused.status).equal(429);
    expect(refused.headers['retry-after']).equal('50');
    expect((await get('/v1/leads/lead_1')).status).equal(200);
    const document = await ask(`${gateway.live}/openapi.json`);
    expect(document.status).equal(200);
    expect(document.headers).include({ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '0' });
  });

  it('X-Forwarded-For is believed of listed proxies alone', async () => {
    const behind = await startGatewayFixture({ clock: new Clock().now }, { TRUSTED_PROXIES: 'loopback' });
    const from = (host: string, address: string) =>
      ask(`${host}/v1/leads`, { headers: { 'x-forwarded-for': `192.0.2.1, ${address}` } });
    const left = async (host: string, address: string) =>
      Number((await from(host, address)).headers['x-ratelimit-remaining']) % 1_000;
    expect([await left(behind.live, '203.0.113.7'), await left(behind.live, '203.0.113.7')]).deep.equal([999, 998]);
    expect(await left(behind.live, '203.0.113.8')).equal(999);
    expect([await left(gateway.live, '203.0.113.7'), await left(gateway.live, '203.0.113.8')]).deep.equal([119, 118]);
    await behind.stop();
  });
});
