import type { CreateWorkspaceResponse } from '@plotline/protos/plotline/auth/v1/administration';
import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { expect } from 'chai';
import { type Auth, administration } from './auth.js';
import { type AuthReply, cookieOf } from './auth-client.js';

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** Person who is signed in in a browser. */
export interface Browser {
  readonly token: string;
  readonly csrf: string;
  ask(method: string, path: string, body?: object): Promise<AuthReply>;
  /** Removes the second factor, optionally with a code. */
  removeSecondFactor(code?: string): Promise<AuthReply>;
}

let workspaces = 0;

/** Joins the person to another new workspace. */
export async function joinAnother(auth: Auth, login: Login, role = 'viewer'): Promise<CreateWorkspaceResponse> {
  workspaces += 1;
  const workspace = await auth.workspace(`Further employer ${workspaces}`);
  const agentId = `agent_further_${workspaces}`;
  await auth.agents.put(workspace.id, agentId, { role });
  const member = { workspace_id: workspace.id, name: 'Ada Lopez', agent_id: agentId, ...login };
  await auth.rpc(Administration.addMember, member, administration(workspace.id));
  return workspace;
}

/** Signs in from the address. The gateway passes this address on. */
export function signIn(
  auth: Auth,
  login: Login & { readonly code?: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<AuthReply> {
  return auth.ask('POST', '/auth/session', { body: login, headers });
}

/** Stores the cookie that an answer sets, as a browser does. */
export function browse(auth: Auth, reply: AuthReply): Browser {
  expect(reply.status, JSON.stringify(reply.body)).to.equal(201);
  const token = cookieOf(reply, 'plotline_session') ?? '';
  const csrf: string = reply.data.csrf_token;
  const headers = { cookie: `plotline_session=${token}`, 'x-csrf-token': csrf };
  return {
    token,
    csrf,
    ask: (method, path, body) => auth.ask(method, path, { headers, ...(body && { body }) }),
    removeSecondFactor: (code) =>
      auth.ask('DELETE', '/auth/two-factor', {
        headers: { ...headers, ...(code !== undefined && { 'x-two-factor-code': code }) },
      }),
  };
}

export async function openBrowser(auth: Auth, login: Login & { readonly code?: string }): Promise<Browser> {
  return browse(auth, await signIn(auth, login));
}
