import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { expectRefusal, startAuthorization, type TestClient, type TestPerson } from '../../support/authorization.js';

const day = 24 * 3_600_000;

describe('grant_type=refresh_token', () => {
  const server = useFixture(startAuthorization);
  let person: TestPerson;
  let client: TestClient;
  before(async () => {
    person = await server().person('agent');
    client = await server().client(person.workspace.id);
  });

  const grantOf = (tokens: { readonly access_token: string }) => String(decodeJwt(tokens.access_token)['grant_id']);

  it('replaces the token with a new one of the same grant', async () => {
    const tokens = await server().tokens(person, client);
    const { status, headers, body } = await server().refresh(client, tokens.refresh_token);
    expect(status).to.equal(200);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'read:leads' });
    expect(body.refresh_token)
      .to.match(/^pl_refresh_[0-9A-Za-z]{36}$/)
      .and.not.equal(tokens.refresh_token);
    expect(grantOf(body)).to.equal(grantOf(tokens));
    expect((await server().refresh(client, body.refresh_token)).status).to.equal(200);
  });

  it('returns the same successor for a token that is repeated within ten seconds, and ends the grant after that', async () => {
    const tokens = await server().tokens(person, client);
    const { body: first } = await server().refresh(client, tokens.refresh_token);
    server().holdTime();
    server().passTime(9_000);
    expect((await server().refresh(client, tokens.refresh_token)).body.refresh_token).to.equal(first.refresh_token);
    server().passTime(2_000);
    expectRefusal(await server().refresh(client, tokens.refresh_token), 'invalid_grant');
    expectRefusal(await server().refresh(client, first.refresh_token), 'invalid_grant');
    expect((await refusalOf(() => server().verifyGrant(grantOf(tokens)))).code).to.equal('UNAUTHORIZED');
    expect(await server().events(grantOf(tokens))).to.have.length(1);
  });

  it('ends the grant when it gets a token that was replaced several exchanges ago', async () => {
    const tokens = await server().tokens(person, client);
    let current = tokens.refresh_token;
    for (let count = 0; count < 3; count += 1) {
      current = (await server().refresh(client, current)).body.refresh_token;
      server().passTime(60_000);
    }
    expectRefusal(await server().refresh(client, tokens.refresh_token), 'invalid_grant');
    expectRefusal(await server().refresh(client, current), 'invalid_grant');
  });

  it('narrows the access token to `scope`, but never the refresh token', async () => {
    const tokens = await server().tokens(person, client, { scope: 'read:leads write:leads' });
    const { body: narrow } = await server().refresh(client, tokens.refresh_token, { scope: 'read:leads' });
    expect([narrow.scope, decodeJwt(narrow.access_token)['scope']]).to.deep.equal(['read:leads', 'read:leads']);
    const { body: full } = await server().refresh(client, narrow.refresh_token);
    expect(full.scope).to.equal('read:leads write:leads');
    for (const scope of ['admin', 'read:leads read:agents', 'nonsense', ' ']) {
      expectRefusal(await server().refresh(client, full.refresh_token, { scope }), 'invalid_scope');
    }
    expect((await server().refresh(client, full.refresh_token)).status).to.equal(200);
  });

  it('ends the grant when a token is replayed, whatever scope is requested', async () => {
    const tokens = await server().tokens(person, client);
    const { body: next } = await server().refresh(client, tokens.refresh_token);
    server().passTime(11_000);
    expectRefusal(await server().refresh(client, tokens.refresh_token, { scope: 'nonsense' }), 'invalid_grant');
    expectRefusal(await server().refresh(client, next.refresh_token), 'invalid_grant');
  });

  it('narrows `admin` to any other scope, because `admin` implies them all', async () => {
    const owner = await server().person('owner');
    const everything = await server().client(owner.workspace.id, { scopes: ['admin'] });
    const tokens = await server().tokens(owner, everything, { scope: 'admin' });
    const { body } = await server().refresh(everything, tokens.refresh_token, { scope: 'read:leads webhooks' });
    expect(body.scope).to.equal('read:leads webhooks');
  });

  it("refuses another client's token, which remains usable", async () => {
    const other = await server().client(person.workspace.id);
    const tokens = await server().tokens(person, client);
    expectRefusal(await server().refresh(other, tokens.refresh_token), 'invalid_grant');
    expect((await server().refresh(client, tokens.refresh_token)).status).to.equal(200);
  });

  it('refuses a token 30 days after the consent, even if it was exchanged often', async () => {
    const tokens = await server().tokens(person, client);
    server().passTime(30 * day - 60_000);
    const { status, body } = await server().refresh(client, tokens.refresh_token);
    expect(status).to.equal(200);
    expect(body.expires_in).to.be.within(1, 60);
    server().passTime(60_000);
    expectRefusal(await server().refresh(client, body.refresh_token), 'invalid_grant');
    expectRefusal(await server().refresh(client, tokens.refresh_token), 'invalid_grant');
  });

  it('refuses a person who lost access to the workspace, even after they are reactivated', async () => {
    const leaver = await server().person('agent', person.workspace);
    const tokens = await server().tokens(leaver, client);
    await server().agents.put(leaver.workspace.id, leaver.agentId, { status: 'inactive' });
    expectRefusal(await server().refresh(client, tokens.refresh_token), 'invalid_grant');
    const active_since = Date.now() + 40 * day;
    await server().agents.put(leaver.workspace.id, leaver.agentId, { status: 'active', active_since });
    expectRefusal(await server().refresh(client, tokens.refresh_token), 'invalid_grant');
  });

  it('stores no usable codes or tokens', async () => {
    // By now, the first person's session has ended.
    const code = await server().code(await server().person('agent', person.workspace), client);
    const { body: tokens } = await server().redeem(client, code);
    const { body: next } = await server().refresh(client, tokens.refresh_token);
    const stored = await server().dumpDatabase('live');
    for (const secret of [code, tokens.refresh_token, next.refresh_token, tokens.access_token]) {
      expect(stored).to.not.include(secret.slice(11));
    }
    expect(stored).to.not.include('"d":');
  });
});
