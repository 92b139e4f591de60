import { created } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound, Problem } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { RpcAdapter, RpcCall } from '@plotline/kit/rpc/server';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { AddMemberRequest, AdministrationServiceServer } from '@plotline/protos/plotline/auth/v1/administration';
import type { Context } from '../../context.js';
import { parseEmail, parsePersonName } from '../../directory/model/person.js';
import { createWorkspace, placeOf } from '../../directory/model/workspace.js';
import { findRole } from '../../directory/work/refresh-roles.js';
import { parseKeyRequest } from '../../keys/model/key.js';
import { parseClientRequest } from '../../oauth/model/client.js';
import { hashNewPassword } from '../../people/store/new-password.js';
import { issueOnce, parseRequestId } from './issue-once.js';

/** Returns the caller, who must be the system. Throws FORBIDDEN for keys and people. */
function requireSystem(call: RpcCall): Caller {
  const caller = call.caller();
  if (caller.actor.type !== 'system') throw new Problem('FORBIDDEN', 'Only the system may administer.');
  return caller;
}

/**
 * Returns the system as the caller, in the workspace for which the call was signed. Throws FORBIDDEN if the request
 * names a different workspace, and NOT_FOUND if the workspace doesn't exist.
 */
async function actInWorkspace({ workspaces }: Context, call: RpcCall, id: string): Promise<Caller> {
  const caller = requireSystem(call);
  if (caller.workspaceId !== id) throw new Problem('FORBIDDEN', 'The call was signed for another workspace.');
  const workspace = await workspaces.get(id);
  if (!workspace) throw notFound();
  return { ...caller, workspaceId: workspace.id, currency: workspace.currency, ...placeOf(workspace), mode: 'live' };
}

/** Finds or creates the person with that address, and assigns the person to the agent. Keeps an existing password. */
async function addMember(context: Context, command: Command, request: AddMemberRequest): Promise<string> {
  const { people, memberships, workspaces } = context;
  const identity = { email: parseEmail(request.email), name: parsePersonName(request.name) };
  const workspace = await workspaces.get(request.workspace_id);
  const workspaceNames = workspace ? [workspace.name] : [];
  const password_hash = await hashNewPassword(request.password, { email: identity.email, workspaceNames });
  const { id } = await people.getOrCreate(command, identity);
  await people.change(command, id, (person, at) =>
    person.password_hash !== null
      ? null
      : {
          person: { ...person, password_hash, email_confirmed_at: person.email_confirmed_at ?? at },
          type: 'password_set',
          description: 'The password was set by the system.',
        },
  );
  const { workspace_id, agent_id } = request;
  // The role is read now, because the team service reports only changes, and this agent may never change.
  await findRole(context, workspace_id, agent_id);
  await memberships.add({ workspace_id, person_id: id, agent_id });
  return id;
}

/** AdministrationService: creates workspaces, API keys, members and OAuth clients. */
export function createAdministrationService(context: Context, rpc: RpcAdapter): AdministrationServiceServer {
  const { workspaces, keys, clients, clock } = context;
  return {
    createWorkspace: rpc(async (request, call) => {
      requireSystem(call);
      const creation_key = parseRequestId(request);
      const workspace = await workspaces.getOrCreate({
        ...createWorkspace(request, newId('ws'), clock()),
        creation_key,
      });
      const { id, name, plan, currency } = workspace;
      return { id, name, plan, currency };
    }),
    createKey: rpc(async (request, call) => {
      const parsed = parseKeyRequest(request, clock());
      const caller = await actInWorkspace(context, call, request.workspace_id);
      const create = (command: Command) =>
        keys.create(command, parsed, (key, secret) => created({ id: key.id, secret }));
      const { id, secret } = await issueOnce(context, { caller, log: call.log }, request, create);
      return { id, key: secret };
    }),
    revokeKey: rpc(async ({ workspace_id, key_id }, call) => {
      const caller = await actInWorkspace(context, call, workspace_id);
      const key = await keys.get(caller, key_id);
      if (!key) throw notFound();
      await keys.revoke({ caller }, key);
      return {};
    }),
    addMember: rpc(async (request, call) => {
      const caller = await actInWorkspace(context, call, request.workspace_id);
      return { person_id: await addMember(context, { caller }, request) };
    }),
    registerClient: rpc(async (request, call) => {
      const caller = await actInWorkspace(context, call, request.workspace_id);
      const client = parseClientRequest(request);
      const register = (command: Command) => clients.register(command, client, request.confidential);
      const { id, secret } = await issueOnce(context, { caller, log: call.log }, request, register);
      return { client_id: id, client_secret: secret };
    }),
  };
}
