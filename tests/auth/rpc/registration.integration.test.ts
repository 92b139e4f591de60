import { matchesPassword } from '@plotline/auth/store/password-hash';
import {
  AdministrationServiceService as Administration,
  type RegisterClientRequest,
  type RegisterUserRequest,
} from '@plotline/protos/plotline/auth/v1/administration';
import { expect } from 'chai';
import { faultyFields, refusalOf } from '../../support/refusal-of.js';
import { testCaller } from '../../support/test-runtime.js';
import { type Auth, startAuth } from '../support/auth.js';

describe('what the administration registers', () => {
  let auth: Auth;
  let workspaceId: string;
  before(async () => {
    auth = await startAuth();
    workspaceId = (await auth.workspace('Registered')).id;
  });
  after(() => auth.stop());

  const caller = () => ({ caller: testCaller('') });
  const stored = (collection: string, id: string) =>
    auth.runtime.databases.live.collection<{ _id: string }>(collection).findOne({ _id: id });
  const count = (collection: string, filter: object) =>
    auth.runtime.databases.live.collection(collection).countDocuments(filter);

  describe('a workspace', () => {
    it('is founded once by its name, however many ask at once, and stays as it was founded', async () => {
      const asked = await Promise.all(['starter', 'enterprise', 'starter'].map((plan) => auth.workspace('Once', plan)));
      const [first] = asked;
      expect(first?.id).match(/^ws_[0-9a-z]{26}$/);
      for (const one of asked) expect(one).eql(first);
      expect(await auth.workspace('Once', 'professional', 'EUR')).eql(first);
      expect(await count('workspaces', { name: 'Once' })).equal(1);
    });

    it('is refused with the field named', async () => {
      expect(await faultyFields(() => auth.workspace('', 'starter'))).eql(['name']);
      expect(await faultyFields(() => auth.workspace('Free', 'free'))).eql(['plan']);
      expect(await faultyFields(() => auth.workspace('Coins', 'starter', 'coins'))).eql(['currency']);
    });
  });

  describe('a person', () => {
    const ada = {
      email: 'Ada@Example.com',
      name: 'Ada',
      role: 'owner',
      agent_id: 'agent_1',
      password: 'first password',
    };
    const register = async (change: Partial<RegisterUserRequest> = {}) =>
      auth.rpc(Administration.registerUser, { workspace_id: workspaceId, ...ada, ...change }, caller());

    it('is one login by their address; a repetition sets name, role, agent and password', async () => {
      const { id } = await register();
      const again = await register({
        email: 'ada@EXAMPLE.com',
        name: 'Ada Lopez',
        role: 'admin',
        agent_id: 'agent_2',
        password: 'second password',
      });
      expect(again.id).equal(id);
      const user = await stored('users', id);
      expect(user).includes({ email: 'ada@example.com', name: 'Ada Lopez', role: 'admin', agent_id: 'agent_2' });
      const hash = user && 'password_hash' in user ? String(user.password_hash) : '';
      expect(await matchesPassword('second password', hash)).equal(true);
      expect(await matchesPassword('first password', hash)).equal(false);
      expect(await count('users', { email: 'ada@example.com' })).equal(1);
    });

    it('leaves their password nowhere in the database', async () => {
      await register({ email: 'bo@example.com', password: 'a very secret password' });
      for (const mode of ['live', 'sandbox'] as const) {
        expect(await auth.everything(mode)).not.contains('a very secret password');
      }
    });

    it('may have the same address in another workspace, as another login', async () => {
      const other = await auth.workspace('Another employer');
      const [here, there] = [await register(), await register({ workspace_id: other.id })];
      expect(here.id).not.equal(there.id);
    });

    it('is refused with the field named, and in an unknown workspace', async () => {
      expect(await faultyFields(() => register({ role: 'boss' }))).eql(['role']);
      expect(await faultyFields(() => register({ password: 'short' }))).eql(['password']);
      expect(await faultyFields(() => register({ email: 'nobody' }))).eql(['email']);
      expect((await refusalOf(() => register({ workspace_id: 'ws_none' }))).code).equal('NOT_FOUND');
    });
  });

  describe('an OAuth client', () => {
    const portal = {
      name: 'Portal',
      redirect_uris: ['https://portal.example/cb'],
      scopes: ['read:leads'],
      confidential: true,
    };
    const register = (change: Partial<RegisterClientRequest> = {}) =>
      auth.rpc(Administration.registerClient, { workspace_id: workspaceId, ...portal, ...change }, caller());

    it('is given a secret that is nowhere in the database', async () => {
      const { client_id, client_secret } = await register({ name: 'Secretive' });
      expect(client_id).match(/^app_[0-9a-z]{26}$/);
      expect(client_secret).match(/^pl_secret_[0-9A-Za-z]{36}$/);
      expect(await auth.everything('live')).not.contains(client_secret.slice('pl_secret_'.length));
    });

    it('has none when it is public', async () => {
      const { client_id, client_secret } = await register({ name: 'Public', confidential: false });
      expect(client_secret).equal('');
      expect(await stored('clients', client_id)).includes({ secret_hash: null });
    });

    it('is one by its name: a repetition sets addresses and scopes, and gives it another secret', async () => {
      const first = await register();
      const before = await stored('clients', first.client_id);
      const again = await register({ redirect_uris: ['https://portal.example/new'], scopes: ['admin'] });
      expect(again.client_id).equal(first.client_id);
      expect(again.client_secret).not.equal(first.client_secret);
      const after = await stored('clients', first.client_id);
      expect(after).deep.include({ redirect_uris: ['https://portal.example/new'], scopes: ['admin'] });
      expect(Reflect.get(after ?? {}, 'secret_hash')).not.equal(Reflect.get(before ?? {}, 'secret_hash'));
      expect(await count('clients', { name: 'Portal' })).equal(1);
    });

    it('is refused with the field named, and in an unknown workspace', async () => {
      expect(await faultyFields(() => register({ redirect_uris: ['javascript:alert(1)'] }))).eql(['redirect_uris[0]']);
      expect(await faultyFields(() => register({ scopes: ['openid'] }))).eql(['scopes']);
      expect((await refusalOf(() => register({ workspace_id: 'ws_none' }))).code).equal('NOT_FOUND');
    });
  });

  it('takes no order from who is not of the house', async () => {
    const request = { name: 'Uninvited', plan: 'starter', currency: '' };
    const anonymous = { deadline: Date.now() + 5_000 };
    const problem = await refusalOf(() => auth.rpc(Administration.createWorkspace, request, anonymous));
    expect(problem.code).equal('FORBIDDEN');
    expect(await count('workspaces', { name: 'Uninvited' })).equal(0);
  });
});
