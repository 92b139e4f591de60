import { randomUUID } from 'node:crypto';
import { matchesPassword } from '@plotline/auth/people/store/password-hashing';
import {
  type AddMemberRequest,
  AdministrationServiceService as Administration,
  type RegisterClientRequest,
} from '@plotline/protos/plotline/auth/v1/administration';
import { expect } from 'chai';
import { faultyFields, refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { administration, startAuth } from '../../support/auth.js';

describe('AdministrationService', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  before(async () => {
    workspaceId = (await auth().workspace('Registered')).id;
  });

  const stored = (collection: string, id: string) =>
    auth().runtime.databases.live.collection<{ _id: string }>(collection).findOne({ _id: id });
  const count = (collection: string, filter: object) =>
    auth().runtime.databases.live.collection(collection).countDocuments(filter);

  describe('CreateWorkspace', () => {
    it('creates one workspace for concurrent requests with the same name, and returns it unchanged to later requests', async () => {
      const answers = await Promise.all(
        ['starter', 'enterprise', 'starter'].map((plan) => auth().workspace('Once', plan)),
      );
      const [first] = answers;
      expect(first?.id).to.match(/^ws_[0-9a-z]{26}$/);
      for (const one of answers) expect(one).to.deep.equal(first);
      expect(await auth().workspace('Once', 'professional', 'EUR')).to.deep.equal(first);
      expect(await count('workspaces', { name: 'Once' })).to.equal(1);
    });

    it('refuses invalid fields with a VALIDATION_ERROR that lists them', async () => {
      expect(await faultyFields(() => auth().workspace('', 'starter'))).to.deep.equal(['name']);
      expect(await faultyFields(() => auth().workspace('Free', 'free'))).to.deep.equal(['plan']);
      expect(await faultyFields(() => auth().workspace('Coins', 'starter', 'coins'))).to.deep.equal(['currency']);
    });
  });

  describe('AddMember', () => {
    const ada = { email: 'Ada@Example.com', name: 'Ada', agent_id: 'agent_1', password: 'first password' };
    const add = async (change: Partial<AddMemberRequest> = {}) => {
      const request = { workspace_id: workspaceId, ...ada, ...change };
      return auth().rpc(Administration.addMember, request, administration(request.workspace_id));
    };

    it('creates one person per email address; a repeated call replaces the agent and keeps the password', async () => {
      const { person_id: id } = await add();
      const again = await add({ email: 'ada@example.com', agent_id: 'agent_2', password: 'second password' });
      expect(again.person_id).to.equal(id);
      expect(id).to.match(/^user_[0-9a-z]{26}$/);
      const person = await auth().context.people.findByEmail('ada@example.com');
      expect(person).to.include({ id, email: 'ada@example.com', name: 'Ada' });
      const hash = person?.password_hash ?? '';
      expect(await matchesPassword('first password', hash)).to.equal(true);
      expect(await matchesPassword('second password', hash)).to.equal(false);
      const memberships = await auth().context.memberships.listByPerson(id);
      expect(memberships.map(({ agent_id }) => agent_id)).to.deep.equal(['agent_2']);
    });

    it('stores the password nowhere in plain text', async () => {
      await add({ email: 'bo@example.com', agent_id: 'agent_bo', password: 'a very secret password' });
      for (const mode of ['live', 'sandbox'] as const) {
        expect(await auth().dumpDatabase(mode)).to.not.include('a very secret password');
      }
    });

    it('adds the person with that address to another workspace', async () => {
      const other = await auth().workspace('Another employer');
      const [here, there] = [await add(), await add({ workspace_id: other.id })];
      expect(here.person_id).to.equal(there.person_id);
      const memberships = await auth().context.memberships.listByPerson(here.person_id);
      expect(memberships.map(({ workspace_id }) => workspace_id)).to.deep.equal([workspaceId, other.id]);
    });

    it('refuses invalid fields with a VALIDATION_ERROR that lists them, and an unknown workspace with NOT_FOUND', async () => {
      expect(await faultyFields(() => add({ name: '' }))).to.deep.equal(['name']);
      expect(await faultyFields(() => add({ password: 'short' }))).to.deep.equal(['password']);
      expect(await faultyFields(() => add({ email: 'nobody' }))).to.deep.equal(['email']);
      expect((await refusalOf(() => add({ workspace_id: 'ws_none' }))).code).to.equal('NOT_FOUND');
    });
  });

  describe('RegisterClient', () => {
    const portal = {
      name: 'Portal',
      redirect_uris: ['https://portal.example/cb'],
      scopes: ['read:leads'],
      confidential: true,
    };
    const register = (change: Partial<RegisterClientRequest> = {}) => {
      const request = { workspace_id: workspaceId, ...portal, request_id: randomUUID(), ...change };
      return auth().rpc(Administration.registerClient, request, administration(request.workspace_id));
    };

    it("returns the first call's response to a repeated call, and changes nothing", async () => {
      const request_id = randomUUID();
      const attempts = Array.from({ length: 10 }, () => register({ name: 'Repeated', request_id }));
      const [first, ...others] = await Promise.all(attempts);
      for (const other of others) expect(other).to.deep.equal(first);
      const before = await stored('clients', first?.client_id ?? '');
      expect(await register({ name: 'Repeated', request_id })).to.deep.equal(first);
      expect(await stored('clients', first?.client_id ?? '')).to.deep.equal(before);
      expect(await count('clients', { name: 'Repeated' })).to.equal(1);
    });

    it('creates one client when several simultaneous calls register the same name', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => register({ name: 'Contested' })));
      expect(new Set(answers.map(({ client_id }) => client_id)).size).to.equal(1);
      expect(await count('clients', { name: 'Contested' })).to.equal(1);
    });

    it('returns a secret that is stored nowhere in plain text', async () => {
      const { client_id, client_secret } = await register({ name: 'Secretive' });
      expect(client_id).to.match(/^app_[0-9a-z]{26}$/);
      expect(client_secret).to.match(/^pl_secret_[0-9A-Za-z]{36}$/);
      expect(await auth().dumpDatabase('live')).to.not.include(client_secret.slice('pl_secret_'.length));
    });

    it('returns no secret for a public client', async () => {
      const { client_id, client_secret } = await register({ name: 'Public', confidential: false });
      expect(client_secret).to.equal('');
      expect(await stored('clients', client_id)).to.include({ secret_hash: null });
    });

    it('creates one client per name; a repeated call updates redirect URIs and scopes and issues a new secret', async () => {
      const first = await register();
      const before = await stored('clients', first.client_id);
      const again = await register({ redirect_uris: ['https://portal.example/new'], scopes: ['admin'] });
      expect(again.client_id).to.equal(first.client_id);
      expect(again.client_secret).to.not.equal(first.client_secret);
      const after = await stored('clients', first.client_id);
      expect(after).to.deep.include({ redirect_uris: ['https://portal.example/new'], scopes: ['admin'] });
      expect(Reflect.get(after ?? {}, 'secret_hash')).to.not.equal(Reflect.get(before ?? {}, 'secret_hash'));
      expect(await count('clients', { name: 'Portal' })).to.equal(1);
    });

    it('refuses invalid fields with a VALIDATION_ERROR that lists them, and an unknown workspace with NOT_FOUND', async () => {
      expect(await faultyFields(() => register({ redirect_uris: ['javascript:alert(1)'] }))).to.deep.equal([
        'redirect_uris[0]',
      ]);
      expect(await faultyFields(() => register({ scopes: ['openid'] }))).to.deep.equal(['scopes']);
      expect((await refusalOf(() => register({ workspace_id: 'ws_none' }))).code).to.equal('NOT_FOUND');
    });
  });

  it('answers FORBIDDEN and creates nothing if the call has no signed caller', async () => {
    const request = { name: 'Uninvited', plan: 'starter', currency: '', request_id: 'uninvited' };
    const anonymous = { deadline: Date.now() + 5_000 };
    const problem = await refusalOf(() => auth().rpc(Administration.createWorkspace, request, anonymous));
    expect(problem.code).to.equal('FORBIDDEN');
    expect(await count('workspaces', { name: 'Uninvited' })).to.equal(0);
  });

  it('accepts only the system as caller, and only in the workspace that the call was signed for', async () => {
    const other = await auth().workspace('Somebody else');
    const named = { workspace_id: workspaceId, name: 'Taken', scopes: ['admin'] };
    const request_id = randomUUID();
    const key = { ...named, mode: 'live', expires_at: 0, request_id };
    const client = { ...named, redirect_uris: ['https://a.example/'], confidential: true, request_id };
    const user = { ...named, email: 'a@example.com', agent_id: '', password: 'a long password' };
    const admin = callContext({ workspaceId, actor: { type: 'key', id: 'key_1', name: 'An admin key' } });
    const owner = callContext({ workspaceId, actor: { type: 'user', id: 'user_1', name: 'Olu', role: 'owner' } });
    for (const caller of [admin, owner, administration(other.id)]) {
      for (const work of [
        () => auth().rpc(Administration.createKey, key, caller),
        () => auth().rpc(Administration.revokeKey, { workspace_id: workspaceId, key_id: 'key_1' }, caller),
        () => auth().rpc(Administration.addMember, user, caller),
        () => auth().rpc(Administration.registerClient, client, caller),
      ]) {
        expect((await refusalOf(work)).code).to.equal('FORBIDDEN');
      }
    }
    const workspace = { name: 'Taken', plan: 'enterprise', currency: '', request_id: 'taken' };
    const byKey = () => auth().rpc(Administration.createWorkspace, workspace, admin);
    expect((await refusalOf(byKey)).code).to.equal('FORBIDDEN');
    for (const collection of ['keys', 'people', 'clients', 'workspaces']) {
      expect(await count(collection, { name: 'Taken' }), collection).to.equal(0);
    }
  });
});
