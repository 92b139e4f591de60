import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import {
  createPkce,
  issuer,
  type OAuthReply,
  redirectUri,
  startAuthorization,
  type TestClient,
  type TestPerson,
} from '../../support/authorization.js';

describe('/oauth/authorize', () => {
  const server = useFixture(startAuthorization);
  let person: TestPerson;
  let client: TestClient;
  let open: TestClient;
  before(async () => {
    person = await server().person('agent');
    client = await server().client(person.workspace.id, { name: 'Portal <sync>' });
    open = await server().client(person.workspace.id, { confidential: false });
  });

  function locationOf({ status, headers }: OAuthReply): URL {
    expect(status).to.equal(303);
    expect(headers.get('cache-control')).to.equal('no-store');
    return new URL(headers.get('location') ?? '', issuer);
  }

  function expectPage({ status, headers, text }: OAuthReply, expected: number): void {
    expect(status).to.equal(expected);
    expect(headers.get('location')).to.equal(null);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).to.include("frame-ancestors 'none'");
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(text).to.match(/^<!doctype html>/);
  }

  function expectError(location: URL, code: string, title?: string): void {
    expect(location.href.startsWith(redirectUri), title).to.equal(true);
    expect(location.searchParams.get('error'), title).to.equal(code);
    expect(location.searchParams.get('error_description'), title).to.match(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(location.searchParams.get('iss'), title).to.equal(issuer);
    expect(location.searchParams.has('code'), title).to.equal(false);
  }

  it('shows a page without a redirect when the client or the redirect URI is unknown', async () => {
    const query = new URLSearchParams({ response_type: 'code', scope: 'read:leads', client_id: client.client_id });
    const twice = `${query}&redirect_uri=${encodeURIComponent(redirectUri)}&redirect_uri=https://evil.example/`;
    const requests: readonly Promise<OAuthReply>[] = [
      server().authorize(client, { client_id: '' }),
      server().authorize(client, { client_id: 'app_unknown' }),
      server().authorize(client, { redirect_uri: '' }),
      ...['https://evil.example/', redirectUri.toUpperCase(), `${redirectUri}&a=b`, redirectUri.replace('?', '/?')].map(
        (redirect_uri) => server().authorize(client, { redirect_uri }, person),
      ),
    ];
    for (const request of requests) expectPage(await request, 400);
    const repeated = await fetch(`${server().url}/oauth/authorize?${twice}`, { redirect: 'manual' });
    expect(repeated.status).to.equal(400);
  });

  it('redirects to an app only after the person has signed in, so that the host is not an open redirector', async () => {
    for (const change of [{ scope: '' }, { response_type: 'token' }, { request: 'e30' }]) {
      const location = locationOf(await server().authorize(client, change));
      expect([location.origin, location.pathname]).to.deep.equal([issuer, '/auth/sign-in']);
    }
    expectPage(await server().authorize(client, { scope: '', state: 'x'.repeat(8_000) }), 400);
  });

  it('reports every other error to the client, with its state and the issuer, once the person has signed in', async () => {
    const { request } = createPkce();
    const faults: readonly (readonly [string, TestClient, Record<string, string>, string])[] = [
      ['no response_type', client, { response_type: '' }, 'invalid_request'],
      ['the implicit flow', client, { response_type: 'token' }, 'unsupported_response_type'],
      ['no scope', client, { scope: '' }, 'invalid_scope'],
      ['an unknown scope', client, { scope: 'read:leads openid' }, 'invalid_scope'],
      ['scopes that the app is not registered for', client, { scope: 'admin' }, 'invalid_scope'],
      ['no PKCE of a public client', open, {}, 'invalid_request'],
      ['plain PKCE', client, { ...request, code_challenge_method: 'plain' }, 'invalid_request'],
      ['PKCE without a method, which means plain', open, { code_challenge: 'x'.repeat(43) }, 'invalid_request'],
      ['a challenge that is none', client, { ...request, code_challenge: 'short' }, 'invalid_request'],
      ['a method without a challenge', client, { code_challenge_method: 'S256' }, 'invalid_request'],
      ['another response_mode', client, { response_mode: 'fragment' }, 'invalid_request'],
      ['a request object', client, { request: 'e30' }, 'request_not_supported'],
      ['a request object elsewhere', client, { request_uri: 'urn:x' }, 'request_uri_not_supported'],
    ];
    for (const [title, asking, change, code] of faults) {
      const location = locationOf(await server().authorize(asking, change, person));
      expectError(location, code, title);
      expect(location.searchParams.get('state'), title).to.equal('a state');
      expect(location.searchParams.get('from'), title).to.equal('plotline');
    }
    expect(
      locationOf(await server().authorize(client, { scope: '', state: '' }, person)).searchParams.has('state'),
    ).to.equal(false);
  });

  it('refuses a repeated parameter, and returns no state if the state is repeated', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
    });
    const url = `${server().url}/oauth/authorize?${query}&scope=read:leads&state=a&state=b`;
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: person.cookie } });
    const location = new URL(response.headers.get('location') ?? '');
    expectError(location, 'invalid_request');
    expect(location.searchParams.has('state')).to.equal(false);
  });

  it('redirects to the sign-in page, and after sign-in to the complete request', async () => {
    const location = locationOf(await server().authorize(client, { state: 'a&b=c' }));
    expect(location.pathname).to.equal('/auth/sign-in');
    const back = new URL(location.searchParams.get('return_to') ?? '', issuer);
    expect(back.pathname).to.equal('/oauth/authorize');
    expect(back.searchParams.get('state')).to.equal('a&b=c');
    expect(back.searchParams.get('redirect_uri')).to.equal(redirectUri);
  });

  it('asks the person for consent and shows the app, the workspace and each scope in plain words', async () => {
    const reply = await server().authorize(client, { scope: 'read:leads write:leads' }, person);
    expectPage(reply, 200);
    for (const part of ['Portal &', person.email, person.workspace.name, 'See leads', 'Create and change leads']) {
      expect(reply.text).to.include(part);
    }
    expect(reply.text).to.not.include('<sync>');
  });

  it("shows the workspace that registered the app, and warns people who don't belong to it", async () => {
    const own = await server().authorize(client, {}, person);
    expect(own.text).to.include(`Your workspace <strong>${person.workspace.name}</strong> registered this app`);
    const stranger = await server().person('owner');
    const foreign = await server().authorize(client, {}, stranger);
    expect(foreign.text).to.include(
      `<strong>${person.workspace.name}</strong> registered this app. You don't work there`,
    );
  });

  it('asks for the password again before it grants all scopes to a session older than 15 minutes', async () => {
    const owner = await server().person('owner');
    const all = await server().client(owner.workspace.id, { scopes: ['admin', 'read:leads'] });
    expectPage(await server().authorize(all, { scope: 'admin' }, owner), 200);
    server().passTime(15 * 60_000 + 1_000);
    const asked = locationOf(await server().authorize(all, { scope: 'admin' }, owner));
    expect([asked.pathname, asked.searchParams.get('notice')]).to.deep.equal(['/auth/sign-in', 'again']);
    expect((await server().decide(owner, all, { scope: 'admin' })).pathname).to.equal('/auth/sign-in');
    expectPage(await server().authorize(all, { scope: 'read:leads' }, owner), 200);
  });

  it('asks for consent on a page without form-action in its CSP, because the app may redirect further', async () => {
    const { headers } = await server().authorize(client, {}, person);
    expect(headers.get('content-security-policy')).to.include("default-src 'none'").and.not.include('form-action');
  });

  it('redirects to the app with a code, the state and the issuer', async () => {
    const location = await server().decide(person, client, { state: 'tréma & "quotes"' });
    expect(location.href.startsWith(`${redirectUri}&code=pl_code_`)).to.equal(true);
    expect(location.searchParams.get('state')).to.equal('tréma & "quotes"');
    expect(location.searchParams.get('iss')).to.equal(issuer);
  });

  it('returns to a native app through its URL scheme', async () => {
    const uri = 'com.example.portal:/callback';
    const native = await server().client(person.workspace.id, { confidential: false, redirect_uris: [uri] });
    const { request } = createPkce();
    const location = await server().decide(person, native, { redirect_uri: uri, ...request });
    expect(location.href).to.match(/^com\.example\.portal:\/callback\?code=/);
  });

  it('reports to the client that the person refused consent', async () => {
    expectError(await server().decide(person, client, {}, { decision: 'deny' }), 'access_denied');
    expectError(await server().decide(person, client, {}, { decision: '' }), 'invalid_request');
  });

  it("grants only scopes that are registered, requested and allowed by the person's role", async () => {
    const scopes = ['read:leads', 'write:leads', 'webhooks', 'admin'];
    const wide = await server().client(person.workspace.id, { scopes });
    const cases: readonly (readonly [string, string, string])[] = [
      ['owner', 'read:leads webhooks admin read:agents', 'read:leads webhooks admin'],
      ['admin', 'write:leads read:leads', 'write:leads read:leads'],
      ['agent', 'read:leads write:leads webhooks admin', 'read:leads write:leads'],
      ['viewer', 'read:leads write:leads webhooks', 'read:leads'],
    ];
    for (const [role, scope, granted] of cases) {
      const somebody = await server().person(role, person.workspace);
      expect((await server().tokens(somebody, wide, { scope })).scope, role).to.equal(granted);
    }
    const viewer = await server().person('viewer', person.workspace);
    expectError(locationOf(await server().authorize(wide, { scope: 'webhooks admin' }, viewer)), 'access_denied');
    expectError(await server().decide(viewer, wide, { scope: 'admin' }), 'access_denied');
  });

  it('grants access only to a workspace that the person belongs to', async () => {
    const stranger = await server().person('owner');
    for (const workspace_id of [stranger.workspace.id, '', 'ws_unknown']) {
      expectError(await server().decide(person, client, {}, { workspace_id }), 'access_denied');
    }
    const tokens = await server().tokens(stranger, client);
    expect(tokens.scope).to.equal('read:leads');
  });

  it('refuses a decision that was made on another page or in another session', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      scope: 'read:leads',
    });
    const other = await server().person('agent', person.workspace);
    const form = { decision: 'allow', workspace_id: person.workspace.id };
    const attempts: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
      [{ ...form }, {}],
      [{ ...form, csrf_token: other.csrf }, {}],
      [{ ...form, csrf_token: person.csrf }, { origin: 'https://evil.example' }],
      [{ ...form, csrf_token: person.csrf }, { 'sec-fetch-site': 'cross-site' }],
    ];
    for (const [values, headers] of attempts) {
      const options = { headers: { cookie: person.cookie, ...headers } };
      expectPage(await server().post(`/oauth/authorize?${query}`, values, options), 403);
    }
  });

  it('refuses other HTTP methods', async () => {
    const response = await fetch(`${server().url}/oauth/authorize`, { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, POST']);
  });
});
