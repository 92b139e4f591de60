import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { administration } from '../../support/auth.js';
import { expectRefusal, redirectUri, startAuthorization, type TestPerson } from '../../support/authorization.js';

describe('/auth/apps', () => {
  const server = useFixture(startAuthorization);
  let owner: TestPerson;
  before(async () => {
    owner = await server().person('owner');
  });

  let names = 0;
  const request = () => {
    names += 1;
    return { name: `App ${names}`, redirect_uris: [redirectUri], scopes: ['read:leads'] };
  };
  const ask = (method: string, path: string, body?: object, by = owner, headers: Record<string, string> = {}) =>
    server().ask(method, path, { body, headers: { cookie: by.cookie, 'x-csrf-token': by.csrf, ...headers } });
  const create = async (change: object = {}) => {
    const { status, data } = await ask('POST', '/auth/apps', { ...request(), ...change });
    expect(status).to.equal(201);
    return data;
  };

  it('registers a confidential app, and shows its working secret once', async () => {
    const { client_secret, ...app } = await create({ name: 'Portal' });
    expect(client_secret).to.match(/^pl_secret_[0-9A-Za-z]{36}$/);
    expect(app).to.include({ name: 'Portal', confidential: true });
    expect((await ask('GET', `/auth/apps/${app.id}`)).data).to.deep.equal(app);
    const listed = await ask('GET', '/auth/apps');
    expect(listed.data[0]).to.deep.equal(app);
    expect(listed.body.meta).to.include({ page: 1, total: 1 });
    const tokens = await server().tokens(owner, { client_id: app.id, client_secret });
    expect(tokens.scope).to.equal('read:leads');
    expect(await server().dumpDatabase('live')).to.not.include(client_secret.slice('pl_secret_'.length));
  });

  it('registers a public app without a secret', async () => {
    const app = await create({ confidential: false });
    expect(app).to.include({ confidential: false, client_secret: null });
    const { status, error } = await ask('POST', `/auth/apps/${app.id}/rotate-secret`);
    expect([status, error.code]).to.deep.equal([422, 'VALIDATION_ERROR']);
  });

  it('returns the same response to a repeated request with an Idempotency-Key', async () => {
    const [body, headers] = [request(), { 'idempotency-key': 'a key' }];
    const first = await ask('POST', '/auth/apps', body, owner, headers);
    const again = await ask('POST', '/auth/apps', body, owner, headers);
    expect(again.data).to.deep.equal(first.data);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
  });

  it('changes only the given fields of an app', async () => {
    const { client_secret: _secret, ...app } = await create();
    const { data: changed } = await ask('PUT', `/auth/apps/${app.id}`, { scopes: ['admin'] });
    expect(changed).to.deep.equal({ ...app, scopes: ['admin'], updated_at: changed.updated_at });
    expect((await ask('PUT', `/auth/apps/${app.id}`, { name: 'Renamed\u202E' })).status).to.equal(422);
    const stale = await ask('PUT', `/auth/apps/${app.id}`, { name: 'Late' }, owner, { 'if-match': '"1-x"' });
    expect(stale.status).to.equal(412);
  });

  it('gives an app a new secret, and invalidates the previous one immediately', async () => {
    const { id: client_id, client_secret } = await create();
    const { data } = await ask('POST', `/auth/apps/${client_id}/rotate-secret`);
    expect(data.client_secret).to.not.equal(client_secret);
    expectRefusal(await server().refresh({ client_id, client_secret }, 'unknown'), 'invalid_client', 401);
    const renewed = { client_id, client_secret: data.client_secret };
    expectRefusal(await server().refresh(renewed, 'unknown'), 'invalid_grant');
  });

  it('deletes an app, and ends all its grants in all workspaces', async () => {
    const { id: client_id, client_secret } = await create();
    const client = { client_id, client_secret };
    const stranger = await server().person('viewer');
    const grants = await Promise.all([owner, stranger].map((person) => server().tokens(person, client)));
    expect((await ask('DELETE', `/auth/apps/${client_id}`)).status).to.equal(204);
    for (const { access_token, refresh_token } of grants) {
      const grantId = String(decodeJwt(access_token)['grant_id']);
      expect((await refusalOf(() => server().verifyGrant(grantId))).code).to.equal('UNAUTHORIZED');
      expectRefusal(await server().refresh(client, refresh_token), 'invalid_client', 401);
    }
    const events = await server().events(client_id);
    expect(events.map(({ event }) => event)).to.deep.equal(['grant.revoked', 'grant.revoked']);
    expect((await ask('DELETE', `/auth/apps/${client_id}`)).status).to.equal(404);
    expect((await server().authorize(client)).status).to.equal(400);
  });

  it('reports every invalid field', async () => {
    const faults: readonly (readonly [object, string])[] = [
      [{ name: ' ' }, 'name'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris[0]'],
      [{ redirect_uris: [redirectUri, 'http://portal.example/'] }, 'redirect_uris[1]'],
      [{ redirect_uris: [] }, 'redirect_uris'],
      [{ scopes: ['openid'] }, 'scopes[0]'],
      [{ scopes: [] }, 'scopes'],
      [{ confidential: 'yes' }, 'confidential'],
    ];
    const { id } = await create();
    for (const [change, field] of faults) {
      for (const [method, path, body] of [
        ['POST', '/auth/apps', { ...request(), ...change }],
        ['PUT', `/auth/apps/${id}`, change],
      ] as const) {
        if (method === 'PUT' && field === 'confidential') continue;
        const { status, error } = await ask(method, path, body);
        expect([status, error.details?.[0]?.field], `${method} ${field}`).to.deep.equal([422, field]);
      }
    }
  });

  it('refuses a name that another app in the workspace has', async () => {
    const [one, other] = [await create(), await create()];
    expect((await ask('POST', '/auth/apps', { ...request(), name: one.name })).status).to.equal(409);
    expect((await ask('PUT', `/auth/apps/${other.id}`, { name: one.name })).status).to.equal(409);
  });

  it('is allowed only for owners and admins of the workspace', async () => {
    const app = await create();
    const admin = await server().person('admin', owner.workspace);
    expect((await ask('GET', `/auth/apps/${app.id}`, undefined, admin)).status).to.equal(200);
    const [agent, viewer, stranger] = await Promise.all([
      server().person('agent', owner.workspace),
      server().person('viewer', owner.workspace),
      server().person('owner'),
    ]);
    for (const [by, status] of [
      [agent, 403],
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      for (const [method, path, body] of [
        ['GET', `/auth/apps/${app.id}`, undefined],
        ['PUT', `/auth/apps/${app.id}`, { name: 'Taken' }],
        ['POST', `/auth/apps/${app.id}/rotate-secret`, undefined],
        ['DELETE', `/auth/apps/${app.id}`, undefined],
      ] as const) {
        expect((await ask(method, path, body, by)).status, `${method} ${path}`).to.equal(status);
      }
    }
    expect((await server().ask('GET', '/auth/apps')).status).to.equal(401);
  });

  it('also shows the apps that Plotline itself registered', async () => {
    const { client_id } = await server().client(owner.workspace.id, { name: 'Demo application' });
    const { data } = await ask('GET', `/auth/apps/${client_id}`);
    expect(data).to.include({ name: 'Demo application', confidential: true });
    const unknown = { workspace_id: 'ws_none', name: 'x', redirect_uris: [redirectUri], scopes: ['admin'] };
    const register = { ...unknown, confidential: true, request_id: 'x' };
    const refused = () => server().rpc(Administration.registerClient, register, administration('ws_none'));
    expect((await refusalOf(refused)).code).to.equal('NOT_FOUND');
  });
});
