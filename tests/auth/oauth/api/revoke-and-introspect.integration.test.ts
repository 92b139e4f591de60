import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import {
  basic,
  expectRefusal,
  issuer,
  startAuthorization,
  type TestClient,
  type TestPerson,
} from '../../support/authorization.js';

describe('issued tokens', () => {
  const server = useFixture(startAuthorization);
  let person: TestPerson;
  let client: TestClient;
  let other: TestClient;
  before(async () => {
    person = await server().person('agent');
    client = await server().client(person.workspace.id);
    other = await server().client(person.workspace.id);
  });

  const grantOf = (tokens: { readonly access_token: string }) => String(decodeJwt(tokens.access_token)['grant_id']);
  const isDead = async (grantId: string) =>
    (await refusalOf(() => server().verifyGrant(grantId))).code === 'UNAUTHORIZED';
  const revoke = (token: string, by = client) => server().post('/oauth/revoke', { token, ...by });
  const introspect = (token: string, by = client) => server().post('/oauth/introspect', { token, ...by });

  describe('POST /oauth/revoke', () => {
    it('ends the whole grant with either token, and notifies the gateways', async () => {
      for (const kind of ['access_token', 'refresh_token']) {
        const tokens = await server().tokens(person, client);
        const { status, headers, body } = await revoke(tokens[kind]);
        expect([status, body, headers.get('cache-control')]).to.deep.equal([200, {}, 'no-store']);
        expect(await isDead(grantOf(tokens))).to.equal(true);
        expectRefusal(await server().refresh(client, tokens.refresh_token), 'invalid_grant');
        expect((await revoke(tokens[kind])).status).to.equal(200);
        expect(await server().events(grantOf(tokens))).to.have.length(1);
      }
    });

    it('returns 200 for an unknown token, with any hint', async () => {
      const tokens = await server().tokens(person, client);
      const foreign = `${tokens.access_token.slice(0, -4)}AAAA`;
      for (const token of ['unknown', 'a.b.c', 'pl_refresh_x', foreign]) {
        const values = { token, token_type_hint: 'something', ...client };
        expect((await server().post('/oauth/revoke', values)).status).to.equal(200);
      }
      expect(await server().verifyGrant(grantOf(tokens))).to.have.property('person_id');
    });

    it("refuses another client's token, which remains usable", async () => {
      const tokens = await server().tokens(person, client);
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        expectRefusal(await revoke(token, other), 'invalid_grant');
      }
      expect((await introspect(tokens.access_token)).body.active).to.equal(true);
    });

    it('accepts JSON, Basic authentication and public clients, and refuses invalid requests', async () => {
      const open = await server().client(person.workspace.id, { confidential: false });
      expect((await revoke('unknown', { ...open })).status).to.equal(200);
      const asJson = await server().post('/oauth/revoke', { token: 'x' }, { headers: basic(client), json: true });
      expect(asJson.status).to.equal(200);
      expectRefusal(await server().post('/oauth/revoke', { ...client }), 'invalid_request');
      expectRefusal(await server().post('/oauth/revoke', { token: 'x' }), 'invalid_client', 401);
      const wrong = { headers: basic({ ...client, client_secret: 'wrong' }) };
      const refused = await server().post('/oauth/revoke', { token: 'x' }, wrong);
      expectRefusal(refused, 'invalid_client', 401);
      expect(refused.headers.get('www-authenticate')).to.match(/^Basic /);
    });
  });

  describe('POST /oauth/introspect', () => {
    it('describes an access token and a refresh token', async () => {
      const tokens = await server().tokens(person, client);
      const claims = decodeJwt(tokens.access_token);
      const access = await introspect(tokens.access_token);
      expect([access.status, access.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      const common = { active: true, client_id: client.client_id, sub: person.personId, iss: issuer };
      const { iat, exp, aud, jti } = claims;
      const named = { scope: 'read:leads' };
      expect(aud).to.deep.equal(['http://localhost:8080', 'http://localhost:8081']);
      expect(JSON.stringify(access.body)).to.not.include(person.email);
      expect(access.body).to.deep.equal({ ...common, ...named, token_type: 'Bearer', iat, exp, aud, jti });
      const { body } = await introspect(tokens.refresh_token);
      expect(body).to.deep.include({ ...common, ...named });
      expect(body.exp - body.iat).to.equal(30 * 86_400);
    });

    it('reveals nothing about a token that is unknown, used, expired, revoked or issued to another client', async () => {
      const tokens = await server().tokens(person, client);
      const { body: next } = await server().refresh(client, tokens.refresh_token);
      const inactive = async (token: string, by = client) => {
        const { status, body } = await introspect(token, by);
        expect([status, body]).to.deep.equal([200, { active: false }]);
      };
      await inactive('unknown');
      await inactive('a.b.c');
      await inactive(tokens.refresh_token);
      await inactive(tokens.access_token, other);
      await inactive(next.refresh_token, other);
      await revoke(next.refresh_token);
      await inactive(next.access_token);
      await inactive(next.refresh_token);
      const late = await server().tokens(person, client);
      server().passTime(3_601_000);
      await inactive(late.access_token);
      expect((await introspect(late.refresh_token)).body.active).to.equal(true);
    });

    it('accepts only clients that authenticate', async () => {
      const open = await server().client(person.workspace.id, { confidential: false });
      expectRefusal(await introspect('x', open), 'invalid_client', 401);
      expectRefusal(await server().post('/oauth/introspect', { token: 'x' }), 'invalid_client', 401);
      expectRefusal(await server().post('/oauth/introspect', { ...client }), 'invalid_request');
    });
  });
});
