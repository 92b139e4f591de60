import { SigningKeys } from '@plotline/auth/oauth/store/signing-keys';
import { rotateSigningKeys } from '@plotline/auth/oauth/work/signing-key-rotation';
import { createKeyring, createSeal, UnreadableSeal } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { issuer, startAuthorization, type TestClient, type TestPerson } from '../../support/authorization.js';

const hour = 3_600_000;
const day = 24 * hour;

describe('The keys that sign access tokens', () => {
  const server = useFixturePerTest(startAuthorization);
  let person: TestPerson;
  let client: TestClient;
  beforeEach(async () => {
    person = await server().person('agent');
    client = await server().client(person.workspace.id);
  });

  async function published(): Promise<{ readonly keys: JSONWebKeySet; readonly cacheControl: string | null }> {
    const response = await fetch(`${server().url}/.well-known/jwks.json`);
    expect(response.status).to.equal(200);
    const keys: JSONWebKeySet = JSON.parse(await response.text());
    return { keys, cacheControl: response.headers.get('cache-control') };
  }

  async function kids(): Promise<(string | undefined)[]> {
    const { keys } = await published();
    return keys.keys.map(({ kid }) => kid);
  }

  const kidOf = (token: string) => decodeProtectedHeader(token).kid;

  it('are published without private parts, early enough that caches expire before a key signs', async () => {
    const tokens = await server().tokens(person, client);
    const { keys, cacheControl } = await published();
    expect(cacheControl).to.equal('public, max-age=600');
    for (const key of keys.keys) {
      expect(key).to.have.all.keys('kty', 'crv', 'x', 'y', 'kid', 'alg', 'use');
      expect(key).to.include({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    }
    const { payload } = await jwtVerify(tokens.access_token, createLocalJWKSet(keys), { issuer });
    expect(payload['client_id']).to.equal(client.client_id);
  });

  it('change every 30 days: the next key is published before it signs, and the previous one until its tokens expire', async () => {
    const first = await server().tokens(person, client);
    server().passTime(29 * day);
    await rotateSigningKeys(server().context);
    const before = await kids();
    server().passTime(day - hour);
    await rotateSigningKeys(server().context);
    server().passTime(60_000);
    const during = await kids();
    expect(during.length).to.equal(before.length + 1);
    const last = await server().refresh(client, first.refresh_token);
    expect(kidOf(last.body.access_token)).to.equal(kidOf(first.access_token));
    server().passTime(2 * hour);
    await rotateSigningKeys(server().context);
    const later = await server().person('agent', person.workspace);
    const next = await server().tokens(later, client);
    expect(before).to.not.include(kidOf(next.access_token));
    expect(during).to.include(kidOf(next.access_token));
    expect(await kids()).to.include(kidOf(first.access_token));
    server().passTime(2 * hour);
    await rotateSigningKeys(server().context);
    server().passTime(60_000);
    expect(await kids()).to.deep.equal([kidOf(next.access_token)]);
  });

  it('are created only once when the first tokens are issued simultaneously', async () => {
    await server().context.signingKeys.remove(await server().context.signingKeys.list());
    server().passTime(60_000);
    const codes = await Promise.all(Array.from({ length: 5 }, () => server().code(person, client)));
    const replies = await Promise.all(codes.map((code) => server().redeem(client, code)));
    expect(new Set(replies.map(({ body }) => kidOf(body.access_token))).size).to.equal(1);
    expect(await kids()).to.have.length(1);
  });

  it('are stored encrypted, and can also be opened with the previous secret', async () => {
    const { runtime, signingKeys } = server().context;
    const key = await signingKeys.create(new Date());
    const secret = 'seals_in_the_tests_of_auth_alone';
    const open = (...secrets: readonly [string, string?]) =>
      new SigningKeys(
        { ...runtime, collection: (options) => runtime.collection(options) },
        createSeal(createKeyring(...secrets), 'signing keys'),
      ).open(key);
    expect((await open('another secret', secret)).type).to.equal('private');
    const refused = await open('another secret').catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(UnreadableSeal);
  });

  it('are linked in the server metadata', async () => {
    const response = await fetch(`${server().url}/.well-known/oauth-authorization-server`);
    expect(await response.json()).to.deep.include({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      introspection_endpoint: `${issuer}/oauth/introspect`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });
});
