import { computeCsrfToken } from '@plotline/kit/http/cookies';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { startGatewayWithIssuer } from '../support/gateway-with-issuer.js';
import { type RequestOptions, sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

const own = 'http://localhost:8082';
const foreign = 'https://evil.example';

describe("gateway API for the dashboard on the authorization server's host", () => {
  const gateway = useFixture(startGatewayWithIssuer);
  beforeEach(() => {
    gateway().stub.reset();
    gateway().verification.verified.length = 0;
  });

  const cookieOf = (session: string) => ({ cookie: `other=1; plotline_session=${session}` });
  const ask = (path: string, headers: Record<string, string>, options: RequestOptions = {}) =>
    sendRequest(`${gateway().auth}${path}`, { ...options, headers });

  it('serves live data under /live and sandbox data under /sandbox to a session cookie', async () => {
    const session = gateway().verification.createSession([
      { role: 'agent', agentId: 'agent_7', sandboxAgentId: 'agent_8' },
    ]);
    for (const [mode, agentId] of [
      ['live', 'agent_7'],
      ['sandbox', 'agent_8'],
    ] as const) {
      const reply = await ask(`/${mode}/v1/leads/lead_1?expand=agent`, cookieOf(session));
      expect(reply.status).to.equal(200);
      expect(reply.headers).to.include({ 'cross-origin-resource-policy': 'same-origin' });
      expect(gateway().stub.last).to.include({ url: '/v1/leads/lead_1?expand=agent' });
      expect(gateway().stub.last.headers).to.not.have.property('cookie');
      const caller = gateway().verifyLastCaller();
      expect(caller).to.include({ mode, workspaceId: 'ws_1' });
      expect(caller?.actor).to.include({ type: 'user', role: 'agent', agentId });
    }
  });

  it('ignores a key, token or session in Authorization', async () => {
    const { verification, issuer } = gateway();
    const token = await issuer.sign(verification.createGrant());
    for (const credential of [verification.createKey(['admin']), verification.createSession(), token]) {
      const reply = await ask('/live/v1/leads/1', { authorization: `Bearer ${credential}` });
      expect(reply.status).to.equal(401);
    }
    expect(verification.verified).to.deep.equal([]);
  });

  it('accepts only a session from the cookie', async () => {
    const { verification } = gateway();
    const session = verification.createSession();
    const others = [verification.createKey(['admin']), 'x', `${session}0`, `"${session}`, 'eyJhbGciOiJub25lIn0.e30.'];
    for (const value of others) expect((await ask('/live/v1/leads/1', cookieOf(value))).status).to.equal(401);
    expect((await ask('/live/v1/leads/1', { cookie: `__Host-plotline_session=${session}` })).status).to.equal(401);
    expect(verification.verified).to.deep.equal([]);
  });

  const changes: [title: string, status: number, headers: (session: string) => Record<string, string>][] = [
    ['the CSRF token of the session', 200, (session) => ({ 'x-csrf-token': computeCsrfToken(session) })],
    [
      'that token and its own origin',
      200,
      (session) => ({ 'x-csrf-token': computeCsrfToken(session), origin: own, 'sec-fetch-site': 'same-origin' }),
    ],
    ['no CSRF token', 403, () => ({ origin: own })],
    ['the CSRF token of another session', 403, () => ({ 'x-csrf-token': computeCsrfToken('another') })],
    ['a foreign origin', 403, (session) => ({ 'x-csrf-token': computeCsrfToken(session), origin: foreign })],
    ['the origin null', 403, (session) => ({ 'x-csrf-token': computeCsrfToken(session), origin: 'null' })],
    [
      'no origin, from another site',
      403,
      (session) => ({ 'x-csrf-token': computeCsrfToken(session), 'sec-fetch-site': 'cross-site' }),
    ],
  ];
  for (const [title, status, headers] of changes) {
    it(`answers ${status} to a change with ${title}`, async () => {
      const session = gateway().verification.createSession();
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const path = method === 'POST' ? '/live/v1/leads' : '/live/v1/leads/1';
        const reply = await ask(path, { ...cookieOf(session), ...headers(session) }, { method });
        expect(reply.status, method).to.equal(status);
        expect(gateway().stub.received).to.have.length(status === 200 ? 1 : 0);
        gateway().stub.reset();
      }
    });
  }

  it("has no CORS, so that another site's page can read and change nothing", async () => {
    const session = gateway().verification.createSession();
    const reply = await ask('/live/v1/leads/1', { ...cookieOf(session), origin: foreign });
    const preflight = await ask(
      '/live/v1/leads/1',
      { origin: foreign, 'access-control-request-method': 'PUT' },
      { method: 'OPTIONS' },
    );
    expect(preflight.status).to.equal(401);
    for (const { headers } of [reply, preflight]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
    }
  });

  it("applies the API's limits, scopes and roles, and its responses to unknown paths", async () => {
    const session = gateway().verification.createSession([{ role: 'viewer' }]);
    const headers = { ...cookieOf(session), 'x-csrf-token': computeCsrfToken(session) };
    expect((await ask('/live/v1/leads', headers, { method: 'POST' })).status).to.equal(403);
    expect((await ask('/live/v1/leads', headers)).headers).to.include({ 'x-ratelimit-limit': '600000' });
    expect((await ask('/live/v1/leads', { ...headers, 'x-workspace-id': 'ws_2' })).status).to.equal(403);
    for (const path of [
      '/live/openapi.json',
      '/live/',
      '/live/auth/session',
      '/live//v1/leads',
      '/live/live/v1/leads',
    ]) {
      expect((await ask(path, headers)).status, path).to.equal(404);
    }
    expect(gateway().stub.received.map(({ url }) => url)).to.deep.equal(['/v1/leads']);
  });

  it('links the pages of a list by paths on this host', async () => {
    const meta = { page: 1, per_page: 20, total: 21, total_pages: 2 };
    const cookie = cookieOf(gateway().verification.createSession());
    for (const mode of ['live', 'sandbox']) {
      gateway().stub.answer = answerJson(200, '[]', { 'x-plotline-meta': JSON.stringify(meta) });
      const { json } = await ask(`/${mode}/v1/leads?stage=new`, cookie);
      const next = `/${mode}/v1/leads?stage=new&page=2&per_page=20`;
      expect(json).to.have.deep.property('links', {
        self: `/${mode}/v1/leads?stage=new&page=1&per_page=20`,
        first: `/${mode}/v1/leads?stage=new&page=1&per_page=20`,
        prev: null,
        next,
        last: next,
      });
      expect((await ask(next, cookie)).status).to.equal(200);
      expect(gateway().stub.last).to.include({ url: '/v1/leads?stage=new&page=2&per_page=20' });
    }
  });
});

describe('gateway documents of the authorization server', () => {
  const gateway = useFixture(() => startGatewayFixture());

  it("include the server's own document at /openapi.json, for everyone", async () => {
    const document = await sendRequest(`${gateway().auth}/openapi.json`);
    expect(document.json).to.have.nested.property('paths./auth/session');
    expect(document.json).to.not.have.nested.property('paths./v1/leads');
    expect(gateway().stub.received).to.deep.equal([]);
  });

  it('redirect / to the dashboard', async () => {
    const reply = await sendRequest(`${gateway().auth}/`);
    expect([reply.status, reply.headers.location]).to.deep.equal([302, '/dashboard/']);
  });
});

describe("gateway CORS on the authorization server's host", () => {
  const gateway = useFixture(() => startGatewayFixture());
  beforeEach(() => gateway().stub.reset());

  const namesOf = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'));
  const open = ['/oauth/token', '/oauth/revoke', '/.well-known/jwks.json', '/.well-known/oauth-authorization-server'];
  const closed = ['/oauth/authorize', '/oauth/introspect', '/auth/session', '/auth/sign-in'];
  const headers = { origin: foreign };
  const asks = { ...headers, 'access-control-request-method': 'POST' };

  for (const path of open) {
    it(`lets a page from any origin call ${path}`, async () => {
      const reply = await sendRequest(gateway().auth + path, { headers });
      expect(reply.headers).to.include({ 'access-control-allow-origin': '*' });
      expect(reply.headers).to.not.have.property('access-control-allow-credentials');
      gateway().stub.reset();
      const preflight = await sendRequest(gateway().auth + path, { method: 'OPTIONS', headers: asks });
      expect([preflight.status, gateway().stub.received.length]).to.deep.equal([204, 0]);
      expect(preflight.headers['access-control-allow-headers']).to.include('Authorization, Content-Type');
    });
  }

  for (const path of open.filter((name) => name.startsWith('/.well-known/'))) {
    it(`sends the CORS headers of ${path} to everyone, because a shared cache may serve other origins`, async () => {
      gateway().stub.answer = answerJson(200, '{}', { 'cache-control': 'public, max-age=600' });
      const { headers } = await sendRequest(gateway().auth + path);
      expect(headers).to.include({
        'cache-control': 'public, max-age=600',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Retry-After, WWW-Authenticate, X-Request-Id',
      });
    });
  }

  for (const path of closed) {
    it(`does not let pages from another origin call ${path}`, async () => {
      for (const options of [{ headers }, { method: 'OPTIONS', headers: asks }]) {
        expect(namesOf((await sendRequest(gateway().auth + path, options)).headers)).to.deep.equal([]);
      }
    });
  }
});
