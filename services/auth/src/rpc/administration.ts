import type { Caller, Mode } from '@plotline/kit/caller';
import { notFound, Problem } from '@plotline/kit/errors';
import type { Command } from '@plotline/kit/idempotency/command';
import { newId } from '@plotline/kit/ids';
import { modes } from '@plotline/kit/mongo/connect';
import type { RpcAdapter, RpcCall } from '@plotline/kit/rpc/server';
import type { AdministrationServiceServer } from '@plotline/protos/plotline/auth/v1/administration';
import type { Context } from '../context.js';
import { parseClientRequest } from '../domain/client.js';
import { parseKeyRequest } from '../domain/key.js';
import { parseUserRequest } from '../domain/user.js';
import { createWorkspace } from '../domain/workspace.js';
import { hashPassword } from '../store/hashing.js';
import { issueOnce } from './issue-once.js';

/** The system, which alone administers. Throws FORBIDDEN for keys and people. */
function requireSystem(call: RpcCall): Caller {
  const caller = call.caller();
  if (caller.actor.type !== 'system') throw new Problem('FORBIDDEN', 'Only the system may administer.');
  return caller;
}

/**
 * The system, acting in the workspace that the call was signed for. Throws FORBIDDEN when the request names another one, and
 * NOT_FOUND when there is no such workspace.
 */
async function actInWorkspace({ workspaces }: Context, call: RpcCall, id: string, mode: Mode): Promise<Caller> {
  const caller = requireSystem(call);
  if (caller.workspaceId !== id) throw new Problem('FORBIDDEN', 'The call was signed for another workspace.');
  const workspace = await workspaces.get(id);
  if (!workspace) throw notFound();
  return { ...caller, workspaceId: workspace.id, currency: workspace.currency, mode };
}

/** Revokes the key in the mode that it belongs to. The id does not contain the mode, so both databases are tried. */
async function revokeKey(context: Context, call: RpcCall, workspaceId: string, keyId: string): Promise<void> {
  for (const mode of modes) {
    const caller = await actInWorkspace(context, call, workspaceId, mode);
    try {
      await context.keys.revoke({ caller }, keyId);
      return;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  throw notFound();
}

/** AdministrationService: workspaces, API keys, logins and OAuth clients. */
export function createAdministrationService(context: Context, rpc: RpcAdapter): AdministrationServiceServer {
  const { workspaces, keys, users, clients, clock } = context;
  return {
    createWorkspace: rpc(async (request, call) => {
      requireSystem(call);
      const workspace = await workspaces.getOrCreate(createWorkspace(request, newId('ws'), clock()));
      const { id, name, plan, currency } = workspace;
      return { id, name, plan, currency };
    }),
    createKey: rpc(async (request, call) => {
      const parsed = parseKeyRequest(request, clock());
      const caller = await actInWorkspace(context, call, request.workspace_id, parsed.mode);
      const create = (command: Command) => keys.create(command, parsed);
      const { id, secret } = await issueOnce(context, { caller, log: call.log }, request, create);
      return { id, key: secret };
    }),
    revokeKey: rpc(async ({ workspace_id, key_id }, call) => {
      await revokeKey(context, call, workspace_id, key_id);
      return {};
    }),
    registerUser: rpc(async (request, call) => {
      const caller = await actInWorkspace(context, call, request.workspace_id, 'live');
      const id = await users.register(caller, {
        ...parseUserRequest(request),
        id: newId('user'),
        version: 1,
        password_hash: await hashPassword(request.password),
        created_at: clock(),
      });
      return { id };
    }),
    registerClient: rpc(async (request, call) => {
      const caller = await actInWorkspace(context, call, request.workspace_id, 'live');
      const client = { ...parseClientRequest(request), created_at: clock() };
      const register = (command: Command) => clients.register(command, client, request.confidential);
      const { id, secret } = await issueOnce(context, { caller, log: call.log }, request, register);
      return { client_id: id, client_secret: secret };
    }),
  };
}
