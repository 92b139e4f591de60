import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { Clock } from '../support/clock.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

describe('gateway limits for people and clients', () => {
  const gateway = useFixturePerTest(() =>
    startGatewayFixture({ rateLimitsNow: new Clock().now }, { LIMITS_FACTOR: '1', TRUSTED_PROXIES: 'loopback' }),
  );
  const signIn = (personId = 'user_1') => ({
    cookie: `plotline_session=${gateway().verification.createSession([{ plan: 'starter' }], { personId })}`,
  });
  const ask = (path: string, headers: Record<string, string>) => sendRequest(gateway().auth + path, { headers });
  const left = async (path: string, headers: Record<string, string>) => {
    const { headers: answered } = await ask(path, headers);
    return [answered['x-ratelimit-limit'], answered['x-ratelimit-remaining']];
  };

  it('count dashboard requests for the person, in all modes, and not against the plan', async () => {
    const headers = signIn();
    expect(await left('/live/v1/leads/lead_1', headers)).to.deep.equal(['600', '599']);
    expect(await left('/sandbox/v1/leads/lead_1', headers)).to.deep.equal(['600', '598']);
    expect(await left('/live/v1/leads/lead_1', signIn('user_2'))).to.deep.equal(['600', '599']);
    const status = await ask('/live/v1/rate-limit', headers);
    expect(status.json).to.have.nested.property('data.plan', 'starter');
    expect(status.json).to.have.nested.property('data.minute.used', 0);
    expect(status.json).to.have.nested.property('data.daily.used', 0);
    const key = gateway().verification.createKey(['admin'], { plan: 'starter' });
    const { headers: ofKey } = await sendRequest(`${gateway().live}/v1/leads/lead_1`, { key });
    expect(ofKey).to.include({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' });
  });

  it('refuse a person after 600 requests in a minute', async () => {
    const headers = signIn();
    const askTogether = () => Promise.all(Array.from({ length: 20 }, () => ask('/live/v1/rate-limit', headers)));
    for (let time = 0; time < 600; time += 20) await askTogether();
    const refused = await ask('/live/v1/rate-limit', headers);
    expect(refused.status).to.equal(429);
    expect(refused.headers).to.include({ 'retry-after': '50', 'x-ratelimit-remaining': '0' });
  });

  it("refuse only the person's own next request when 25 are in flight", async () => {
    const held: (() => void)[] = [];
    const answer = gateway().stub.answer;
    gateway().stub.answer = (request, response) => held.push(() => answer(request, response));
    const headers = signIn();
    const running = Array.from({ length: 25 }, () => ask('/live/v1/leads/lead_1', headers));
    await eventually(() => expect(held).to.have.length(25));
    gateway().stub.answer = answer;
    const refused = await ask('/live/v1/leads/lead_1', headers);
    expect(refused.status).to.equal(429);
    expect(refused.headers).to.include({ 'retry-after': '1', 'x-ratelimit-limit': '600' });
    expect((await ask('/live/v1/leads/lead_1', signIn('user_2'))).status).to.equal(200);
    for (const release of held) release();
    await Promise.all(running);
  });

  it('count requests to the authorization server for the signed-in person, by cookie or Bearer token', async () => {
    const headers = signIn();
    expect(await left('/auth/session', headers)).to.deep.equal(['600', '599']);
    const bearer = { authorization: `Bearer ${headers.cookie.replace('plotline_session=', '')}` };
    expect(await left('/auth/api-keys', bearer)).to.deep.equal(['600', '598']);
    expect(await left('/auth/sign-in', {})).to.deep.equal(['120', '119']);
  });

  const asClient = (secret: string, address = '203.0.113.7') =>
    sendRequest(`${gateway().auth}/oauth/token`, {
      method: 'POST',
      body: `client_id=app_1&client_secret=${secret}&grant_type=refresh_token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    });

  it("count an authenticated OAuth client's requests for the client, from any address", async () => {
    gateway().stub.answer = answerJson(400, '{"error":"invalid_grant"}', { 'x-plotline-client': 'app_1' });
    const first = await asClient('good');
    expect(first.headers).to.include({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' });
    expect(first.headers).to.not.have.property('x-plotline-client');
    const elsewhere = await asClient('good', '203.0.113.8');
    expect(elsewhere.headers).to.include({ 'x-ratelimit-remaining': '598' });
  });

  it("count an unauthenticated client's requests for its address, without refusing known clients at that address", async () => {
    gateway().stub.answer = answerJson(200, '{}', { 'x-plotline-client': 'app_1' });
    expect((await asClient('good')).status).to.equal(200);
    gateway().stub.answer = answerJson(401, '{"error":"invalid_client"}');
    for (let time = 0; time < 120; time += 1) expect((await asClient('wrong')).status).to.equal(401);
    const received = gateway().stub.received.length;
    expect((await asClient('wrong')).status).to.equal(429);
    expect(gateway().stub.received).to.have.length(received);
    gateway().stub.answer = answerJson(200, '{}', { 'x-plotline-client': 'app_1' });
    expect((await asClient('good')).status).to.equal(200);
  });

  it('do not count preflights', async () => {
    const asks = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    for (const url of [`${gateway().live}/v1/leads`, `${gateway().auth}/oauth/token`]) {
      for (let time = 0; time < 3; time += 1) {
        const { status, headers } = await sendRequest(url, { method: 'OPTIONS', headers: asks });
        expect([status, headers['x-ratelimit-remaining']]).to.deep.equal([204, '120']);
      }
    }
  });
});
