import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { expectRefusal, startAuthorization, type TestPerson } from '../../support/authorization.js';

describe('/auth/consents', () => {
  const server = useFixture(startAuthorization);
  const ask = (method: string, path: string, by: TestPerson) =>
    server().ask(method, path, { headers: { cookie: by.cookie, 'x-csrf-token': by.csrf } });

  it("lists only the person's own consents, in plain words", async () => {
    const [person, other] = [await server().person(), await server().person()];
    const client = await server().client(other.workspace.id, { name: 'Portal' });
    await server().code(person, client);
    expect((await ask('GET', '/auth/consents', person)).data).to.deep.equal([]);
    const tokens = await server().tokens(person, client);
    const { data } = await ask('GET', '/auth/consents', person);
    expect(data).to.have.length(1);
    expect(data[0]).to.deep.include({
      id: decodeJwt(tokens.access_token)['grant_id'],
      app: { id: client.client_id, name: 'Portal' },
      workspace: { id: person.workspace.id, name: person.workspace.name },
      scopes: [{ name: 'read:leads', description: 'See leads, tasks, deals, invoices and commissions' }],
    });
    expect((await ask('GET', '/auth/consents', other)).data).to.deep.equal([]);
  });

  it('has one entry per app and workspace, and ends exactly its grants when the consent is withdrawn', async () => {
    const [person, other] = [await server().person(), await server().person()];
    const client = await server().client(person.workspace.id);
    const foreign = await server().client(person.workspace.id);
    const [first, kept] = [await server().tokens(person, client), await server().tokens(person, foreign)];
    const tokens = await server().tokens(person, client, { scope: 'read:leads write:leads' });
    const consents = async () => (await ask('GET', '/auth/consents', person)).data;
    expect((await consents()).map(({ app }: { app: { id: string } }) => app.id)).to.deep.equal([
      client.client_id,
      foreign.client_id,
    ]);
    const grantId = String(decodeJwt(tokens.access_token)['grant_id']);
    expect((await ask('DELETE', `/auth/consents/${grantId}`, other)).status).to.equal(404);
    expect((await ask('DELETE', `/auth/consents/${grantId}`, person)).status).to.equal(204);
    expect((await refusalOf(() => server().verifyGrant(grantId))).code).to.equal('UNAUTHORIZED');
    for (const { refresh_token } of [first, tokens])
      expectRefusal(await server().refresh(client, refresh_token), 'invalid_grant');
    expect((await server().events(grantId)).map(({ event }) => event)).to.deep.equal(['grant.revoked']);
    expect((await ask('DELETE', `/auth/consents/${grantId}`, person)).status).to.equal(404);
    expect((await consents()).map(({ id }: { id: string }) => id)).to.deep.equal([
      decodeJwt(kept.access_token)['grant_id'],
    ]);
  });

  it('requires a signed-in person, and a CSRF token for changes', async () => {
    expect((await server().ask('GET', '/auth/consents')).status).to.equal(401);
    const { cookie } = await server().person();
    expect((await server().ask('DELETE', '/auth/consents/grant_1', { headers: { cookie } })).status).to.equal(403);
  });
});

describe('/auth/workspace/consents', () => {
  const server = useFixture(startAuthorization);
  const ask = (method: string, path: string, by: TestPerson) =>
    server().ask(method, path, {
      headers: { cookie: by.cookie, 'x-csrf-token': by.csrf, 'x-workspace-id': by.workspace.id },
    });

  it("lists and withdraws the consents of the workspace's people", async () => {
    const [person, other] = [await server().person('owner'), await server().person('admin')];
    const client = await server().client(other.workspace.id, { name: 'Portal' });
    const tokens = await server().tokens(person, client);
    await server().tokens(other, client);
    const { data } = await ask('GET', '/auth/workspace/consents', person);
    expect(data).to.have.length(1);
    const id = String(decodeJwt(tokens.access_token)['grant_id']);
    expect(data[0]).to.deep.include({ id, app: { id: client.client_id, name: 'Portal' } });
    expect(data[0].person).to.include({ id: decodeJwt(tokens.access_token).sub });
    const path = `/auth/workspace/consents/${id}`;
    expect((await ask('DELETE', path, other)).status, 'of another workspace').to.equal(404);
    expect((await ask('DELETE', path, person)).status).to.equal(204);
    expectRefusal(await server().refresh(client, tokens.refresh_token), 'invalid_grant');
    expect((await ask('DELETE', path, person)).status).to.equal(404);
    expect((await ask('GET', '/auth/workspace/consents', person)).data).to.deep.equal([]);
  });

  it('has one entry per app and person, and ends exactly its grants when the consent is withdrawn', async () => {
    const owner = await server().person('owner');
    const colleague = await server().person('agent', owner.workspace);
    const [portal, desk] = [await server().client(owner.workspace.id), await server().client(owner.workspace.id)];
    const grantOf = ({ access_token }: { access_token: string }) => String(decodeJwt(access_token)['grant_id']);
    const sign = async (person: TestPerson, client: typeof portal, scope = 'read:leads') => {
      server().passTime(1_000);
      return server().tokens(person, client, { scope });
    };
    const first = await sign(owner, portal, 'write:leads');
    const others = [await sign(colleague, portal), await sign(owner, desk)];
    const newest = await sign(owner, portal);
    const list = async (query = '') => ask('GET', `/auth/workspace/consents${query}`, owner);
    const { data, body } = await list();
    expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([newest, ...others.reverse()].map(grantOf));
    expect(body.meta).to.include({ total: 3 });
    expect(data[0].scopes.map(({ name }: { name: string }) => name)).to.deep.equal(['read:leads', 'write:leads']);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`?per_page=2&cursor=${cursor}`);
      walked.push(...page.data.map(({ id }: { id: string }) => id));
      cursor = page.body.meta.next_cursor;
    }
    expect(walked).to.deep.equal(data.map(({ id }: { id: string }) => id));
    expect((await ask('DELETE', `/auth/workspace/consents/${grantOf(newest)}`, owner)).status).to.equal(204);
    for (const { refresh_token } of [first, newest])
      expectRefusal(await server().refresh(portal, refresh_token), 'invalid_grant');
    expect((await list()).data.map(({ id }: { id: string }) => id)).to.deep.equal(others.map(grantOf));
  });
});
