import { expect } from 'chai';
import { isTree } from '../support/contract/tree.js';
import { eventually } from '../support/eventually.js';
import { newOAuthApp } from '../support/oauth-app.js';
import { newPerson, type TestPerson } from '../support/person.js';
import { system } from '../support/system.js';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.js';
import { bearer } from './operation-probes.js';

interface Reply {
  readonly status: number;
  readonly reason: unknown;
}

async function ask(token: string, method: string, url: string, body: object = {}): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  const error = isTree(answer) && isTree(answer.error) ? answer.error : {};
  return { status: response.status, reason: error.reason };
}

describe('credentials of an admin with the admin scope', () => {
  let workspace: TestWorkspace;
  let owner: TestPerson;
  let admin: TestPerson;
  /** Credentials: the session, and an access token of an app that the admin has registered. */
  let tokens: Readonly<Record<'session' | 'access token', string>>;

  before(async () => {
    workspace = await newWorkspace();
    owner = await newPerson(workspace, 'owner');
    admin = await newPerson(workspace, 'admin');
    const app = await newOAuthApp(admin, ['admin']);
    const { accessToken } = await app.redeem(await app.code(admin, workspace.id, 'admin'));
    tokens = { session: admin.token, 'access token': accessToken };
  });

  const agents = () => `${system().urls.api}/v1/agents`;
  const keys = () => `${system().urls.auth}/auth/api-keys`;
  const key = (scopes: readonly string[]) => ({ name: 'Key', mode: 'live', scopes });
  const invitee = (role: string) => ({ name: 'New', email: `${role}.${Math.random()}@example.com`, role });

  for (const kind of ['session', 'access token'] as const) {
    it(`cannot give a role above the admin's own, and cannot change an owner: ${kind}`, async () => {
      const { agentId } = await newPerson(workspace, 'agent');
      for (const [method, path, body, reason] of [
        ['POST', '', invitee('owner'), 'role_above_own'],
        ['PUT', `/${agentId}`, { role: 'owner' }, 'role_above_own'],
        ['PUT', `/${admin.agentId}`, { role: 'owner' }, 'role_above_own'],
        ['PUT', `/${owner.agentId}`, { role: 'agent' }, 'owner_required'],
        ['PUT', `/${owner.agentId}`, { email: 'mine@example.com' }, 'owner_required'],
        ['POST', `/${owner.agentId}/deactivate`, {}, 'owner_required'],
      ] as const) {
        const refused = await ask(tokens[kind], method, agents() + path, body);
        expect(refused, `${method} ${path}`).to.deep.equal({ status: 403, reason });
      }
      expect((await ask(tokens[kind], 'POST', agents(), invitee('admin'))).status).to.equal(201);
    });
  }

  it("can't create a key with an owner's rights, by session or access token", async () => {
    const everything = await newKey(workspace.id, 'live', ['admin']);
    for (const [url, body] of [
      [keys(), key(['admin'])],
      [`${keys()}/${everything.id}/rotate`, {}],
    ] as const) {
      const refused = await ask(tokens.session, 'POST', url, body);
      expect(refused).to.deep.equal({ status: 403, reason: 'scope_above_role' });
      expect((await ask(owner.token, 'POST', url, body)).status).to.equal(201);
      expect((await ask(tokens['access token'], 'POST', url, body)).status).to.equal(401);
    }
    expect((await ask(tokens['access token'], 'POST', keys(), key(['read:leads']))).status).to.equal(401);
  });

  it('allow only the current role, once the admin is demoted', async () => {
    await workspace.api.call('PUT', `/v1/agents/${admin.agentId}`, { body: { role: 'viewer' } });
    await eventually(async () => {
      for (const token of Object.values(tokens)) {
        expect((await ask(token, 'POST', agents(), invitee('agent'))).status).to.equal(403);
      }
    });
    expect((await ask(tokens.session, 'POST', keys(), key(['read:leads']))).status).to.equal(403);
  });
});
