import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { ApiClient } from '../support/api-client.js';
import { askAuth } from '../support/auth-host.js';
import { eventually } from '../support/eventually.js';
import { newOAuthApp, type OAuthApp } from '../support/oauth-app.js';
import { oauthClients } from '../support/oauth-clients/all.js';
import { fetchAt } from '../support/oauth-clients/client-run.js';
import { newPerson, type TestPerson } from '../support/person.js';
import { system } from '../support/system.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

/** Time within which gateways must notice the end of a grant. */
const maxAcceptedMs = 1_000;

describe('OAuth 2.0', () => {
  let workspace: TestWorkspace;
  let owner: TestPerson;
  let agent: TestPerson;
  let app: OAuthApp;
  before(async () => {
    workspace = await newWorkspace();
    owner = await newPerson(workspace, 'owner');
    agent = await newPerson(workspace, 'agent');
    app = await newOAuthApp(owner, ['read:leads', 'write:leads']);
  });

  const read = async (accessToken: string, base = system().urls.api) =>
    (await new ApiClient(base, accessToken).get('/v1/leads')).status;
  const newTokens = async (person = agent) =>
    app.redeem(await app.code(person, workspace.id, 'read:leads write:leads'));

  for (const [name, run] of Object.entries(oauthClients)) {
    it(`serves ${name}, whose tokens can call the API until the client revokes them`, async () => {
      const issuer = system().urls.auth;
      const { accessTokens, isRevoked } = await run({
        issuer,
        base: issuer,
        fetch: fetchAt(issuer, issuer),
        clientId: app.clientId,
        clientSecret: app.clientSecret,
        redirectUri: app.redirectUri,
        scope: 'read:leads',
        browse: (url) => app.agree(agent, workspace.id, url),
      });
      if (isRevoked) await sleep(maxAcceptedMs);
      for (const token of accessTokens) expect(await read(token)).to.equal(isRevoked ? 401 : 200);
    });
  }

  it("gives access to live and sandbox data, within the scopes and the person's role", async () => {
    const { accessToken } = await newTokens();
    expect(await read(accessToken)).to.equal(200);
    expect(await read(accessToken, system().urls.sandbox)).to.equal(200);
    const client = new ApiClient(system().urls.api, accessToken);
    expect((await client.post('/v1/leads', { name: 'A', email: 'a@example.com' })).status).to.equal(201);
    expect((await client.get('/v1/agents')).status).to.equal(403);
    const narrowed = await app.token({
      grant_type: 'refresh_token',
      refresh_token: (await newTokens()).refreshToken,
      scope: 'read:leads',
    });
    const narrow = new ApiClient(system().urls.api, narrowed.accessToken);
    expect((await narrow.get('/v1/leads')).status).to.equal(200);
    expect((await narrow.post('/v1/leads', { name: 'A', email: 'a@example.com' })).status).to.equal(403);
  });

  it('records the first use of a grant with its address in the audit log for owners', async () => {
    const { accessToken } = await newTokens();
    const { sub, grant_id } = decodeJwt(accessToken);
    const ofGrant = `/auth/audit?credential=${String(grant_id)}`;
    const readLog = async () => (await askAuth('GET', ofGrant, undefined, owner.token)).data;
    const typesOf = (lines: readonly { readonly type: string }[]) => lines.map(({ type }) => type);
    expect(typesOf(await readLog())).to.deep.equal(['created']);
    for (let time = 0; time < 3; time += 1) expect(await read(accessToken)).to.equal(200);
    await eventually(async () => expect(typesOf(await readLog())).to.deep.equal(['first_used', 'created']));
    const [firstUse] = await readLog();
    expect(firstUse.actor).to.include({ type: 'user', id: sub });
    expect(firstUse.address).to.match(/^[\d.:a-f]+$/);
  });

  /** Ends a valid grant with `end`. Expects the gateways to refuse its tokens within a second. */
  async function expectEnd(end: (tokens: { accessToken: string; code: string }) => Promise<unknown>): Promise<void> {
    const code = await app.code(agent, workspace.id, 'read:leads');
    const { accessToken, refreshToken } = await app.redeem(code);
    expect(await read(accessToken)).to.equal(200);
    await end({ accessToken, code });
    await sleep(maxAcceptedMs);
    expect(await read(accessToken)).to.equal(401);
    expect((await app.refresh(refreshToken)).error).to.equal('invalid_grant');
  }

  it('refuses tokens with 401 one second after their code was used again', () =>
    expectEnd(({ code }) => app.redeem(code)));

  it('refuses tokens with 401 one second after the person withdrew the consent', () =>
    expectEnd(({ accessToken }) =>
      fetch(`${system().urls.auth}/auth/consents/${String(decodeJwt(accessToken)['grant_id'])}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${agent.token}` },
      }),
    ));

  it('refuses tokens with 401 one second after the app was deleted', async () => {
    const doomed = await newOAuthApp(owner, ['read:leads']);
    const { accessToken } = await doomed.redeem(await doomed.code(agent, workspace.id, 'read:leads'));
    expect(await read(accessToken)).to.equal(200);
    const headers = { authorization: `Bearer ${owner.token}` };
    const deleted = await fetch(`${system().urls.auth}/auth/apps/${doomed.id}`, { method: 'DELETE', headers });
    expect(deleted.status).to.equal(204);
    await sleep(maxAcceptedMs);
    expect(await read(accessToken)).to.equal(401);
  });

  it('refuses tokens with 401 one second after the person was deactivated, and permanently', async () => {
    const leaver = await newPerson(workspace, 'agent');
    const { accessToken } = await newTokens(leaver);
    expect(await read(accessToken)).to.equal(200);
    expect((await workspace.api.post(`/v1/agents/${leaver.agentId}/deactivate`, {})).status).to.equal(200);
    await sleep(maxAcceptedMs);
    expect(await read(accessToken)).to.equal(401);
    expect((await workspace.api.put(`/v1/agents/${leaver.agentId}`, { status: 'active' })).status).to.equal(200);
    await sleep(maxAcceptedMs);
    expect(await read(accessToken)).to.equal(401);
  });
});
