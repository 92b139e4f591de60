import { created, noContent, ok } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { toClient } from '../../sessions/api/sessions.js';
import * as accounts from './request-deletion.js';
import { toDeletionRequestJson } from './workspace-json.js';

/** GET /auth/workspace/deletion-request */
export function getWorkspaceDeletion({ workspaces }: Context): Handler {
  return async ({ caller }) => {
    const request = (await workspaces.get(caller.workspaceId))?.deletion_request;
    if (!request) throw notFound();
    return ok(toDeletionRequestJson(request));
  };
}

/** POST /auth/workspace/deletion-request */
export function requestWorkspaceDeletion(context: Context): Handler<accounts.DeletionProof> {
  return async (call) => {
    const signedIn = signedInOf(call);
    const request = await accounts.requestWorkspaceDeletion(context, call, signedIn, call.body, toClient(call));
    if (!request) throw notFound();
    return created(toDeletionRequestJson(request));
  };
}

/** DELETE /auth/workspace/deletion-request */
export function withdrawWorkspaceDeletion(context: Context): Handler {
  return async (call) => {
    await accounts.withdrawWorkspaceDeletion(context, call, signedInOf(call));
    return noContent();
  };
}
