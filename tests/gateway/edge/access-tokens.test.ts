import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { AccessTokens } from '@plotline/gateway/edge/access-tokens';
import { CredentialCache } from '@plotline/gateway/edge/credential-cache';
import type { VerifiedCredential } from '@plotline/gateway/edge/identity';
import { createTokenKeys } from '@plotline/gateway/edge/token-keys';
import { Problem } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { exportJWK, exportSPKI, generateKeyPair } from 'jose';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { createMonotonic } from '../support/clock.js';
import { createAnyone, StubVerification } from '../support/stub-verification.js';
import { startTokenIssuer, type TokenChange, type TokenIssuer } from '../support/token-issuer.js';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const address = '203.0.113.7';
const present = (value: string) => ({ value, readAddress: () => address });

/** Token that is assembled by hand, because jose refuses to sign such tokens. */
const compose = (header: object, payload: string, sign: (text: string) => string) => {
  const text = `${encode(header)}.${payload}`;
  return `${text}.${sign(text)}`;
};

describe('gateway AccessTokens', () => {
  const issuer = useFixturePerTest(startTokenIssuer);
  let verification: StubVerification;
  let now: number;
  let tokens: AccessTokens;
  let grantId: string;
  beforeEach(() => {
    now = 5_000;
    verification = new StubVerification();
    grantId = verification.createGrant();
    tokens = createTokens(issuer());
  });

  function createTokens({ url, issuer: name, audience }: TokenIssuer): AccessTokens {
    const credentials = new CredentialCache(
      verification.verify,
      createMonotonic(() => now),
    );
    return new AccessTokens({ getKey: createTokenKeys({ url }).get, issuer: name, audience, credentials });
  }

  const find = async (token: string): Promise<VerifiedCredential | null> => tokens.find(present(token), createAnyone);
  const codeOf = (token: string) =>
    find(token).then(
      () => null,
      (error: unknown) => (error instanceof Problem ? error.code : error),
    );
  const seconds = () => Math.floor(Date.now() / 1_000);

  it("accepts the authorization server's token for the person, workspace and scopes of its grant", async () => {
    const found = await find(await issuer().sign(grantId));
    expect(found?.identities).to.have.length(1);
    expect(found?.identities[0]).to.deep.include({ workspaceId: 'ws_1', scopes: ['admin'] });
    expect(found?.identities[0].actor).to.include({ type: 'user', id: 'user_1', role: 'owner', agentId: 'agent_1' });
  });

  it('sends the client address that used a grant to the auth service', async () => {
    await find(await issuer().sign(grantId));
    expect(verification.addresses).to.deep.equal([address]);
  });

  const forged: [name: string, change: TokenChange][] = [
    ['an unknown kid', { header: { kid: 'key_of_another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['another audience', { claims: { aud: 'http://localhost:8081' } }],
    ['no audience', { claims: { aud: undefined } }],
    ['an end that is over', { claims: { exp: 1_700_000_000 } }],
    ['no end', { claims: { exp: undefined } }],
    ['a beginning in the future', { claims: { nbf: 9_999_999_999 } }],
    ['the type of an ID token', { header: { typ: 'JWT' } }],
    ['no type', { header: { typ: undefined } }],
    ['an extension that must be understood', { header: { crit: ['urn:x'], 'urn:x': 1 } }],
    ['no grant', { claims: { grant_id: undefined } }],
    ['a grant that is not text', { claims: { grant_id: { $ne: '' } } }],
    ['no workspace', { claims: { workspace_id: undefined } }],
    ['another workspace than its grant', { claims: { workspace_id: 'ws_2' } }],
    ['no person', { claims: { sub: undefined } }],
    ['another person than its grant', { claims: { sub: 'user_2' } }],
    ['no scope', { claims: { scope: undefined } }],
    ['no client', { claims: { client_id: undefined } }],
    ['no id of its own', { claims: { jti: undefined } }],
  ];
  for (const [name, change] of forged) {
    it(`refuses a token with ${name}`, async () => {
      expect(await find(await issuer().sign(grantId, change))).to.equal(null);
    });
  }

  it('refuses a token signed by another key under a known kid', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    expect(await find(await issuer().sign(grantId, { key: privateKey }))).to.equal(null);
  });

  it('refuses a token without a signature, with any algorithm', async () => {
    const [header = '', payload = ''] = (await issuer().sign(grantId)).split('.');
    for (const alg of ['none', 'None', 'ES256', '']) {
      const unsigned = compose({ alg, typ: 'at+jwt', kid: 'key_a' }, payload, () => '');
      expect(await find(unsigned), alg).to.equal(null);
      expect(await find(`${unsigned}AAAA`), alg).to.equal(null);
    }
    expect(await find(`${header}.${payload}.`)).to.equal(null);
  });

  it('refuses a token whose HMAC or RSA signature was made with the published key', async () => {
    const [, payload = ''] = (await issuer().sign(grantId)).split('.');
    const published = await exportSPKI(issuer().current().publicKey);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const hmac = (text: string) => createHmac('sha256', published).update(text).digest('base64url');
    for (const alg of ['HS256', 'ES256', 'RS256', 'PS256']) {
      expect(await find(compose({ alg, typ: 'at+jwt', kid: 'key_a' }, payload, hmac)), alg).to.equal(null);
    }
    const rsa = (text: string) => createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url');
    expect(await find(compose({ alg: 'RS256', typ: 'at+jwt', kid: 'key_a' }, payload, rsa))).to.equal(null);
  });

  it('refuses a token that contains its own key or a link to it', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    for (const header of [{ jwk }, { jku: `${issuer().url}/jwks` }, { jwk, kid: undefined }]) {
      expect(await find(await issuer().sign(grantId, { header, key: privateKey }))).to.equal(null);
    }
  });

  it('refuses a token whose claims or header were altered', async () => {
    const token = await issuer().sign(grantId, { claims: { scope: 'read:leads' } });
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(await find(`${header}.${encode({ ...claims, scope: 'admin' })}.${signature}`)).to.equal(null);
    const changed = encode({ alg: 'ES256', typ: 'at+jwt', kid: 'key_a', x: 1 });
    expect(await find(`${changed}.${payload}.${signature}`)).to.equal(null);
    expect(await find(token)).to.not.equal(null);
  });

  it('refuses a token with an unknown grant and a valid signature', async () => {
    expect(await find(await issuer().sign('grant_of_nobody'))).to.equal(null);
  });

  const scopes: [token: string, grant: string[], both: string[]][] = [
    ['read:leads write:leads', ['read:leads'], ['read:leads']],
    ['read:leads', ['read:leads', 'write:leads'], ['read:leads']],
    ['read:leads', ['admin'], ['read:leads']],
    ['admin', ['read:leads'], ['read:leads']],
    ['', ['admin'], []],
  ];
  for (const [scope, granted, both] of scopes) {
    it(`limits a token with "${scope}" under a grant with "${granted.join(' ')}" to the scopes [${both.join(' ')}]`, async () => {
      const id = verification.createGrant({}, { scopes: granted });
      const found = await find(await issuer().sign(id, { claims: { scope } }));
      expect(found?.identities[0].scopes).to.deep.equal(both);
    });
  }

  it('accepts a token until it or its grant ends, whichever is first', async () => {
    const exp = seconds() + 100;
    const short = verification.createGrant({}, { expiresAt: exp * 1_000 - 50_000 });
    expect((await find(await issuer().sign(grantId, { claims: { exp } })))?.expiresAt).to.equal(exp * 1_000);
    expect((await find(await issuer().sign(short, { claims: { exp } })))?.expiresAt).to.equal(exp * 1_000 - 50_000);
  });

  it('looks up a token once for concurrent requests, then responds from the cache synchronously', async () => {
    const token = await issuer().sign(grantId);
    await Promise.all(Array.from({ length: 50 }, () => find(token)));
    expect(verification.verified).to.deep.equal([grantId]);
    expect(tokens.find(present(token), createAnyone)).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    expect(issuer().fetches()).to.equal(1);
  });

  it("detects within a second that a token's grant was revoked", async () => {
    const token = await issuer().sign(grantId);
    await find(token);
    verification.revoke(grantId);
    now += 999;
    expect(await find(token)).to.not.equal(null);
    now += 1;
    expect(await find(token)).to.equal(null);
  });

  it('verifies a token once, only for a client within its limit, and counts only invalid tokens', async () => {
    const events: string[] = [];
    const createClient = (network: string) => () => ({
      network,
      assertAllowed: async () => {
        events.push(network);
        if (network === 'limited') throw new Problem('RATE_LIMIT_EXCEEDED', 'Too many.');
      },
      countFailure: async () => void events.push(`failure of ${network}`),
    });
    const token = await issuer().sign(grantId);
    const refused = Promise.resolve(tokens.find(present(token), createClient('limited'))).catch(
      (error: unknown) => error,
    );
    expect(await refused).to.have.property('code', 'RATE_LIMIT_EXCEEDED');
    expect(issuer().fetches()).to.equal(0);
    await Promise.all(Array.from({ length: 20 }, () => tokens.find(present(token), createClient('open'))));
    // The client is checked once for the token and once for its grant.
    expect(events).to.deep.equal(['limited', 'open', 'open']);
    expect(await tokens.find(present(token), createClient('limited'))).to.not.equal(null);
    events.length = 0;
    expect(await tokens.find(present(`${token}x`), createClient('open'))).to.equal(null);
    expect(events).to.deep.equal(['open', 'failure of open']);
  });

  it('answers SERVICE_UNAVAILABLE while the auth service is down and its keys were never fetched', async () => {
    issuer().setAway(true);
    expect(await codeOf(await issuer().sign(grantId))).to.equal('SERVICE_UNAVAILABLE');
  });
});
