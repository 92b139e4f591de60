import { expect } from 'chai';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { Clock } from '../support/clock.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRawRequest, sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

describe('gateway RateLimits', () => {
  const gateway = useFixturePerTest(() =>
    startGatewayFixture({ rateLimitsNow: new Clock().now }, { LIMITS_FACTOR: '1' }),
  );
  let key: string;
  const get = (path: string) => sendRequest(gateway().live + path, { key });
  const remaining = async () => Number((await get('/v1/leads/lead_1')).headers['x-ratelimit-remaining']);

  beforeEach(async () => {
    key = gateway().verification.createKey(['admin'], { plan: 'starter' });
  });

  it("applies an operation's own limit in addition, and doesn't count the refused requests for the minute", async () => {
    const post = () => sendRequest(`${gateway().live}/v1/leads/bulk`, { key, method: 'POST', body: '{}' });
    gateway().stub.answer = answerJson(201, '[]');
    for (let time = 0; time < 3; time += 1) expect((await post()).status).to.equal(201);
    const refused = await post();
    expect(refused.status).to.equal(429);
    expect(refused.headers['retry-after']).to.equal('50');
    expect(refused.headers).to.include({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '57' });
    expect(await remaining()).to.equal(56);
  });

  it('shares one limit among the operations in a group', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect((await get('/v1/analytics/overview')).status).to.equal(200);
      expect((await get('/v1/analytics/funnel')).status).to.equal(200);
    }
    expect((await get('/v1/analytics/funnel')).status).to.equal(429);
    expect((await get('/v1/analytics/overview')).status).to.equal(429);
    expect(await remaining()).to.equal(55);
  });

  it('refuses more requests in flight than the plan allows, and does not count them', async () => {
    const held: (() => void)[] = [];
    const answer = gateway().stub.answer;
    gateway().stub.answer = (request, response) => held.push(() => answer(request, response));
    const running = Array.from({ length: 10 }, () => get('/v1/leads/lead_1'));
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (held.length < 10) return;
        clearInterval(look);
        resolve();
      }, 5);
    });
    const refused = await get('/v1/leads/lead_1');
    expect(refused.status).to.equal(429);
    expect(refused.headers).to.include({ 'retry-after': '1', 'x-ratelimit-remaining': '50' });
    for (const release of held) release();
    for (const { status } of await Promise.all(running)) expect(status).to.equal(200);
    gateway().stub.answer = answer;
    expect(await remaining()).to.equal(49);
  });

  it('does not count requests that are refused because the workspace uses too much of another resource', async () => {
    const uploads = gateway().context.transfers.uploads.take('ws_1', 4);
    const upload = () =>
      sendRequest(`${gateway().live}/v1/leads/import`, {
        key,
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: 'email',
      });
    for (let time = 0; time < 10; time += 1) {
      const { status, headers } = await upload();
      expect(status).to.equal(429);
      expect(headers).to.include({ 'retry-after': '5', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '60' });
    }
    uploads.release();
    expect((await upload()).status).to.equal(200);
    expect(await remaining()).to.equal(58);
  });

  it('does not count requests that a service refuses with 429', async () => {
    const answer = gateway().stub.answer;
    gateway().stub.answer = answerJson(429, '{"code":"RATE_LIMIT_EXCEEDED","message":"Later."}');
    const { status, headers } = await get('/v1/leads/lead_1');
    expect([status, headers['x-ratelimit-remaining']]).to.deep.equal([429, '60']);
    gateway().stub.answer = answer;
    expect(await remaining()).to.equal(59);
  });

  it('limits requests without a valid credential by address, but not requests with one', async () => {
    expect((await get('/v1/leads/lead_1')).status).to.equal(200);
    const stranger = () => sendRequest(`${gateway().live}/v1/leads`, { key: 'pl_live_wrong' });
    for (let left = 119; left >= 0; left -= 1) {
      const { status, headers } = await stranger();
      expect(status).to.equal(401);
      expect(headers).to.include({ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': String(left) });
    }
    const refused = await stranger();
    expect(refused.status).to.equal(429);
    expect(refused.headers['retry-after']).to.equal('50');
    expect((await get('/v1/leads/lead_1')).status).to.equal(200);
  });

  it('counts documents, malformed requests and calls to the authorization server for the address', async () => {
    const left = async (host: string, path: string, method = 'GET', body = '') => {
      const { headers } = await sendRequest(host + path, { method, body });
      return headers['x-ratelimit-remaining'];
    };
    expect(await left(gateway().live, '/openapi.json')).to.equal('119');
    expect(await left(gateway().live, '/docs')).to.equal('118');
    expect(await left(gateway().sandbox, '/')).to.equal('117');
    expect(await left(gateway().live, '/v1/leads', 'DELETE', 'x')).to.equal('116');
    expect(await left(gateway().auth, '/oauth/token', 'POST', 'a=b')).to.equal('115');
    expect(await left(gateway().auth, '/metrics')).to.equal('114');
    const malformed = await sendRawRequest(gateway().live, 'hello\r\n\r\n');
    expect(malformed.toLowerCase()).to.include('x-ratelimit-remaining: 113');
  });

  it('trusts X-Forwarded-For only from listed proxies', async () => {
    const behind = await startGatewayFixture({ rateLimitsNow: new Clock().now }, { TRUSTED_PROXIES: 'loopback' });
    const from = (host: string, address: string) =>
      sendRequest(`${host}/v1/leads`, { headers: { 'x-forwarded-for': `192.0.2.1, ${address}` } });
    const left = async (host: string, address: string) =>
      Number((await from(host, address)).headers['x-ratelimit-remaining']) % 1_000;
    expect([await left(behind.live, '203.0.113.7'), await left(behind.live, '203.0.113.7')]).to.deep.equal([999, 998]);
    expect(await left(behind.live, '203.0.113.8')).to.equal(999);
    expect([await left(gateway().live, '203.0.113.7'), await left(gateway().live, '203.0.113.8')]).to.deep.equal([
      119, 118,
    ]);
    await behind.stop();
  });
});
