import type { Caller, Mode } from '@plotline/kit/caller';
import { notFound, Problem } from '@plotline/kit/errors';
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

/** The caller, acting in a workspace that the request names. Throws NOT_FOUND when there is no such workspace. */
async function actInWorkspace({ workspaces }: Context, call: RpcCall, id: string, mode: Mode): Promise<Caller> {
  const caller = call.caller();
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
      // Called for its check alone: it throws FORBIDDEN without a signed caller.
      call.caller();
      const workspace = await workspaces.getOrCreate(createWorkspace(request, newId('ws'), clock()));
      const { id, name, plan, currency } = workspace;
      return { id, name, plan, currency };
    }),
    createKey: rpc(async (request, call) => {
      const parsed = parseKeyRequest(request, clock());
      const caller = await actInWorkspace(context, call, request.workspace_id, parsed.mode);
      return keys.create({ caller }, parsed);
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
      const { id, secret } = await clients.register(caller, client, request.confidential);
      return { client_id: id, client_secret: secret };
    }),
  };
}
