import type { Caller, Mode } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import type { RpcCall } from '@plotline/kit/rpc/server';
import type { Context } from '../context.js';

/** The caller, acting in a workspace that the request names. Throws NOT_FOUND when there is no such workspace. */
export async function callerIn(context: Context, call: RpcCall, workspaceId: string, mode: Mode): Promise<Caller> {
  const caller = call.caller();
  const workspace = await context.workspaces.get(workspaceId);
  if (!workspace) throw notFound();
  return { ...caller, workspaceId: workspace.id, currency: workspace.currency, mode };
}
