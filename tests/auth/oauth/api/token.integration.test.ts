import { expect } from 'chai';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import {
  basic,
  createPkce,
  expectRefusal,
  issuer,
  redirectUri,
  startAuthorization,
  type TestClient,
  type TestPerson,
} from '../../support/authorization.js';

describe('POST /oauth/token', () => {
  const server = useFixture(startAuthorization);
  let person: TestPerson;
  let client: TestClient;
  before(async () => {
    person = await server().person('agent');
    client = await server().client(person.workspace.id);
  });

  describe('authorization_code', () => {
    it('returns an access token for the workspace, a refresh token, and the granted scopes', async () => {
      const code = await server().code(person, client, { scope: 'read:leads write:leads' });
      const { status, headers, body } = await server().redeem(client, code);
      expect(status).to.equal(200);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('content-type')).to.equal('application/json');
      expect(body).to.have.all.keys('access_token', 'token_type', 'expires_in', 'refresh_token', 'scope');
      expect(body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'read:leads write:leads' });
      expect(decodeProtectedHeader(body.access_token)).to.include({ alg: 'ES256', typ: 'at+jwt' });
      const claims = decodeJwt(body.access_token);
      expect(claims).to.deep.include({
        iss: issuer,
        aud: ['http://localhost:8080', 'http://localhost:8081'],
        sub: person.personId,
        client_id: client.client_id,
        scope: 'read:leads write:leads',
        workspace_id: person.workspace.id,
      });
      expect(Number(claims.exp) - Number(claims.iat)).to.equal(3600);
      expect(claims.jti).to.match(/^jti_/);
      expect(await server().verifyGrant(String(claims['grant_id']))).to.deep.include({
        credential_id: claims['grant_id'],
        person_id: person.personId,
        scopes: ['read:leads', 'write:leads'],
      });
    });

    it('accepts JSON and form bodies, and client credentials by Basic or in the body', async () => {
      const { client_secret: _secret, ...id } = client;
      for (const json of [true, false]) {
        const values = { grant_type: 'authorization_code', redirect_uri: redirectUri };
        const inBody = { ...values, ...client, code: await server().code(person, client) };
        expect((await server().post('/oauth/token', inBody, { json })).status).to.equal(200);
        for (const named of [{}, id]) {
          const byBasic = { ...values, ...named, code: await server().code(person, client) };
          const reply = await server().post('/oauth/token', byBasic, { json, headers: basic(client) });
          expect(reply.status).to.equal(200);
        }
      }
    });

    it('redeems a code once, and ends its grant when the code is replayed', async () => {
      const code = await server().code(person, client);
      const { body: first } = await server().redeem(client, code);
      expectRefusal(await server().redeem(client, code), 'invalid_grant');
      const grantId = String(decodeJwt(first.access_token)['grant_id']);
      expect((await refusalOf(() => server().verifyGrant(grantId))).code).to.equal('UNAUTHORIZED');
      expectRefusal(await server().refresh(client, first.refresh_token), 'invalid_grant');
      const [event] = await server().events(grantId);
      expect(event).to.deep.include({ event: 'grant.revoked', data: { id: grantId } });
    });

    it('refuses a code that is older than 60 seconds', async () => {
      const code = await server().code(person, client);
      server().passTime(60_001);
      expectRefusal(await server().redeem(client, code), 'invalid_grant');
    });

    it('refuses a code that is unknown, of another client or for another redirect URI; the code remains usable', async () => {
      const other = await server().client(person.workspace.id);
      const code = await server().code(person, client);
      expectRefusal(await server().redeem(client, `${code}x`), 'invalid_grant');
      expectRefusal(await server().redeem(other, code), 'invalid_grant');
      expectRefusal(await server().redeem(client, code, { redirect_uri: 'https://portal.example/' }), 'invalid_grant');
      expect((await server().redeem(client, code)).status).to.equal(200);
    });

    it('accepts a loopback address only with the port from the authorization request', async () => {
      const registered = 'http://127.0.0.1/callback';
      const native = await server().client(person.workspace.id, { confidential: false, redirect_uris: [registered] });
      const { verifier, request } = createPkce();
      const redirect_uri = 'http://127.0.0.1:53219/callback';
      const back = await server().decide(person, native, { redirect_uri, ...request });
      expect(back.href.startsWith(`${redirect_uri}?code=`)).to.equal(true);
      const code = back.searchParams.get('code') ?? '';
      const redeem = (uri: string) => server().redeem(native, code, { redirect_uri: uri, code_verifier: verifier });
      expectRefusal(await redeem(registered), 'invalid_grant');
      expectRefusal(await redeem('http://127.0.0.1:53220/callback'), 'invalid_grant');
      expect((await redeem(redirect_uri)).status).to.equal(200);
    });

    it('refuses a code if its person has lost access to the workspace', async () => {
      const leaver = await server().person('agent', person.workspace);
      const code = await server().code(leaver, client);
      await server().agents.put(leaver.workspace.id, leaver.agentId, { status: 'inactive' });
      expectRefusal(await server().redeem(client, code), 'invalid_grant');
    });

    it('requires PKCE if the code has a challenge, and always for public clients', async () => {
      const open = await server().client(person.workspace.id, { confidential: false });
      const { verifier, request } = createPkce();
      for (const asking of [open, client]) {
        const code = await server().code(person, asking, request);
        for (const change of [{}, { code_verifier: createPkce().verifier }, { code_verifier: 'short' }]) {
          expectRefusal(await server().redeem(asking, code, change), 'invalid_grant');
        }
        expect((await server().redeem(asking, code, { code_verifier: verifier })).status).to.equal(200);
      }
      const plain = await server().code(person, client);
      expectRefusal(await server().redeem(client, plain, { code_verifier: verifier }), 'invalid_grant');
    });
  });

  describe('client authentication', () => {
    const values = { grant_type: 'refresh_token', refresh_token: 'unknown' };

    it('returns 401 for an unknown client or a wrong or missing secret, with a challenge if Basic was used', async () => {
      const { client_id } = client;
      const open = await server().client(person.workspace.id, { confidential: false });
      for (const credentials of [
        { client_id: 'app_unknown', client_secret: 'x' },
        { client_id, client_secret: 'pl_secret_wrong' },
        { client_id, client_secret: '' },
        { client_id: open.client_id, client_secret: 'x' },
      ]) {
        const inBody = await server().post('/oauth/token', { ...values, ...credentials });
        expectRefusal(inBody, 'invalid_client', 401);
        expect(inBody.headers.get('www-authenticate')).to.equal(null);
        const byBasic = await server().post('/oauth/token', values, { headers: basic(credentials) });
        expectRefusal(byBasic, 'invalid_client', 401);
        expect(byBasic.headers.get('www-authenticate')).to.match(/^Basic /);
      }
      for (const authorization of [
        'Bearer x',
        'Basic',
        'Basic ???',
        `Basic ${btoa('no colon')}`,
        `Basic ${btoa('%:x')}`,
      ]) {
        const reply = await server().post('/oauth/token', values, { headers: { authorization } });
        expectRefusal(reply, 'invalid_client', 401, authorization);
      }
      expectRefusal(await server().post('/oauth/token', values), 'invalid_client', 401);
    });

    it('refuses more than one authentication method', async () => {
      const both = await server().post('/oauth/token', { ...values, ...client }, { headers: basic(client) });
      expectRefusal(both, 'invalid_request');
      const other = { ...values, client_id: 'app_other' };
      expectRefusal(await server().post('/oauth/token', other, { headers: basic(client) }), 'invalid_request');
    });

    it('throttles a client that fails too often, but accepts its correct secret', async () => {
      const guessed = await server().client(person.workspace.id);
      const headers = { 'x-forwarded-for': '192.0.2.7' };
      const attempt = () =>
        server().post('/oauth/token', { ...values, ...guessed, client_secret: 'wrong' }, { headers });
      for (let count = 0; count < 10; count += 1) expectRefusal(await attempt(), 'invalid_client', 401);
      const late = await attempt();
      expectRefusal(late, 'temporarily_unavailable', 429);
      expect(Number(late.headers.get('retry-after'))).to.be.within(800, 900);
      expectRefusal(await server().post('/oauth/token', { ...values, ...guessed }, { headers }), 'invalid_grant');
      server().passTime(15 * 60_000);
      expectRefusal(await attempt(), 'invalid_client', 401);
    });
  });

  describe('requests', () => {
    it('refuses invalid requests with the error codes of RFC 6749', async () => {
      const attempts: readonly (readonly [string, Record<string, string>, string])[] = [
        ['no grant_type', { code: 'x' }, 'invalid_request'],
        ['an unknown grant_type', { grant_type: 'password' }, 'unsupported_grant_type'],
        ['no code', { grant_type: 'authorization_code', redirect_uri: redirectUri }, 'invalid_request'],
        ['no redirect_uri', { grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
        ['an empty parameter', { grant_type: 'refresh_token', refresh_token: '' }, 'invalid_request'],
        ['an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
      ];
      for (const [title, values, code] of attempts) {
        for (const json of [true, false]) {
          expectRefusal(await server().post('/oauth/token', { ...client, ...values }, { json }), code, 400, title);
        }
      }
    });

    it('refuses bodies that are neither a form nor a JSON object of strings, and repeated parameters', async () => {
      const json = { 'content-type': 'application/json' };
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const bodies: readonly (readonly [Record<string, string>, string | Uint8Array<ArrayBuffer> | null])[] = [
        [json, '{'],
        [json, '[]'],
        [json, 'null'],
        [json, JSON.stringify({ ...client, grant_type: 1 })],
        [json, '{"grant_type":"refresh_token","grant_type":"refresh_token"}'],
        [{ 'content-type': 'text/plain' }, 'grant_type=refresh_token'],
        [form, new Uint8Array([0x61, 0x3d, 0xff])],
        [form, 'grant_type=refresh_token&grant_type=refresh_token'],
        [{}, null],
      ];
      for (const [headers, body] of bodies) {
        const response = await fetch(`${server().url}/oauth/token`, { method: 'POST', headers, body });
        const answer = { status: response.status, headers: response.headers, text: '', body: await response.json() };
        expectRefusal(answer, 'invalid_request', 400, String(body));
      }
    });

    it('returns 413 for a large body, and 405 with Allow for other methods', async () => {
      const large = await server().post('/oauth/token', { grant_type: 'x'.repeat(70_000) });
      expectRefusal(large, 'invalid_request', 413);
      const response = await fetch(`${server().url}/oauth/token`);
      expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'POST']);
      expectRefusal(await server().post('/oauth/unknown', {}), 'invalid_request', 404);
    });
  });
});
