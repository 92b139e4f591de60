import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { type Auth, administration } from './auth.js';
import type { AuthReply } from './auth-client.js';

/** Signed-in person who is an agent of a workspace. */
export interface Member {
  readonly personId: string;
  readonly agentId: string;
  readonly email: string;
  readonly password: string;
  /** Session token. */
  readonly token: string;
  /** Calls an endpoint in the workspace with the session as a Bearer token. */
  ask(method: string, path: string, body?: unknown, headers?: object): Promise<AuthReply>;
}

let members = 0;

/** Adds an active agent with the role to the workspace, creates an account for the agent, and signs the person in. */
export async function addMember(auth: Auth, workspaceId: string, role = 'owner'): Promise<Member> {
  members += 1;
  const agentId = `agent_member_${members}`;
  const login = { email: `member${members}@example.com`, password: `the password of ${members}` };
  await auth.agents.put(workspaceId, agentId, { role });
  const member = { workspace_id: workspaceId, name: `Member ${members}`, agent_id: agentId, ...login };
  const { person_id: personId } = await auth.rpc(Administration.addMember, member, administration(workspaceId));
  const { data } = await auth.ask('POST', '/auth/session', { body: login, headers: { prefer: 'return=token' } });
  const token = String(data.token);
  const signed = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
  return {
    personId,
    agentId,
    ...login,
    token,
    ask: (method, path, body, headers) => auth.ask(method, path, { body, headers: { ...signed, ...headers } }),
  };
}
