import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { Clock } from '../support/clock.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const origin = 'https://app.example.com';
const exposed =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, ETag, Retry-After, Idempotency-Replayed, X-Ignored-Parameters, X-Quota-Name, X-Quota-Limit, X-Quota-Remaining';

describe('gateway CORS on the API hosts', () => {
  const gateway = useFixture(() =>
    startGatewayFixture({ rateLimitsNow: new Clock().now }, { LIMITS_FACTOR: '1', TRUSTED_PROXIES: 'loopback' }),
  );
  beforeEach(() => gateway().stub.reset());

  const preflight = (path: string, address: string, headers: Record<string, string> = {}) =>
    sendRequest(`${gateway().live}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'x-forwarded-for': address, ...headers },
    });

  it('answers a preflight with 204 for any origin and path, without a credential', async () => {
    for (const path of ['/v1/leads/1', '/v1/nothing', '/']) {
      const reply = await preflight(path, '203.0.113.1');
      expect([reply.status, reply.text]).to.deep.equal([204, '']);
      expect(reply.headers).to.include({ 'access-control-allow-origin': '*' });
      expect(reply.headers['access-control-allow-methods']).to.match(/\bPUT\b.*\bDELETE\b/);
      expect(reply.headers['access-control-allow-headers']).to.match(/Authorization.*Idempotency-Key.*X-Workspace-ID/);
      expect(reply.headers).to.not.have.property('access-control-allow-credentials');
    }
    expect(gateway().stub.received).to.deep.equal([]);
  });

  it("doesn't count a preflight towards limits, even with a credential", async () => {
    const key = gateway().verification.createKey(['admin'], { workspaceId: 'ws_cors' });
    const authorization = `Bearer ${key}`;
    for (let count = 0; count < 3; count += 1) {
      const { headers } = await preflight('/v1/leads/1', '203.0.113.2', { authorization });
      expect(headers).to.include({ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '120' });
    }
    const { headers } = await sendRequest(`${gateway().live}/v1/leads/1`, { key });
    expect(headers).to.include({ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '119' });
  });

  it('lets any origin read responses and errors with their headers, without browser credentials', async () => {
    const key = gateway().verification.createKey(['admin']);
    for (const [path, status] of [
      ['/v1/leads/1', 200],
      ['/v1/nothing', 404],
    ] as const) {
      const reply = await sendRequest(`${gateway().sandbox}${path}`, { headers: { origin } });
      expect(reply.status).to.equal(401);
      const allowed = await sendRequest(`${gateway().live}${path}`, { key, headers: { origin } });
      expect(allowed.status).to.equal(status);
      for (const { headers } of [reply, allowed]) {
        expect(headers).to.include({
          'access-control-allow-origin': '*',
          'access-control-expose-headers': exposed,
        });
        expect(headers).to.not.have.property('access-control-allow-credentials');
      }
    }
  });

  it('sends no CORS headers without an Origin', async () => {
    const { headers } = await sendRequest(`${gateway().live}/v1/leads/1`);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
  });

  it('treats an OPTIONS request that is not a preflight like an unsupported method', async () => {
    const key = gateway().verification.createKey(['admin']);
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { method: 'OPTIONS' })).status).to.equal(401);
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { method: 'OPTIONS', key })).status).to.equal(405);
  });
});
