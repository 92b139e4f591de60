import { randomUUID } from 'node:crypto';
import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { AgentsServiceService as Agents } from '@plotline/protos/plotline/team/v1/agents';
import { isTree } from './contract/tree.js';
import { system } from './system.js';
import { administrator, connectTo, type TestWorkspace } from './workspace.js';

/** Person with an account who is an active agent in a workspace and is signed in. */
export interface TestPerson {
  readonly agentId: string;
  readonly email: string;
  readonly password: string;
  /** Session token. */
  readonly token: string;
}

async function joinAsMember(workspaceId: string, agentId: string, login: { email: string; password: string }) {
  const [auth, team] = [connectTo('auth'), connectTo('team')];
  const context = { caller: administrator(workspaceId, 'live') };
  const member = { workspace_id: workspaceId, name: 'Test person', agent_id: agentId, ...login };
  await auth.call(Administration.addMember, member, context);
  await team.call(Agents.activateAgent, { agent_id: agentId }, context);
  auth.close();
  team.close();
}

/** Signs in at the authorization server and resolves to the session token. */
async function signIn(email: string, password: string): Promise<string> {
  const response = await fetch(`${system().urls.auth}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'return=token' },
    body: JSON.stringify({ email, password }),
  });
  const answer: unknown = await response.json();
  const data = isTree(answer) && isTree(answer.data) ? answer.data : {};
  if (typeof data.token !== 'string') throw new Error(`Signing in answered ${response.status}.`);
  return data.token;
}

/** Creates a person with that role in the workspace and in others, and signs in. */
export async function newPerson(
  workspace: TestWorkspace,
  role: string,
  others: readonly TestWorkspace[] = [],
): Promise<TestPerson> {
  const login = { email: `${role}.${randomUUID()}@example.com`, password: `Correct horse ${randomUUID()}` };
  const join = async ({ id, api }: TestWorkspace) => {
    const agent = await api.create('/v1/agents', { name: `Test ${role}`, email: login.email, role });
    await joinAsMember(id, agent.id, login);
    return agent.id;
  };
  const agentId = await join(workspace);
  // A session only covers the workspaces that the person joined before.
  for (const other of others) await join(other);
  return { agentId, ...login, token: await signIn(login.email, login.password) };
}
