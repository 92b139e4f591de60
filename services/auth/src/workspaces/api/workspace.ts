import { changedWorkspaceHeader, ok, withVersion } from '@plotline/kit/core/answer';
import { notFound, Problem } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { hasTwoFactor } from '../../directory/model/person.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { updateWorkspace as update, type WorkspaceChange } from '../model/change-workspace.js';
import { toWorkspaceJson } from './workspace-json.js';

/** GET /auth/workspace */
export function getWorkspace({ workspaces }: Context): Handler {
  return async ({ caller }) => {
    const workspace = await workspaces.get(caller.workspaceId);
    if (!workspace) throw notFound();
    return withVersion(ok(toWorkspaceJson(workspace, caller.actor.role)), workspace.version);
  };
}

/** PUT /auth/workspace */
export function updateWorkspace({ workspaces }: Context): Handler<WorkspaceChange> {
  return async (call) => {
    const { body, header } = call;
    // Otherwise the change would lock out the person who makes it.
    if (body.require_two_factor === true && !hasTwoFactor(signedInOf(call).person)) {
      throw new Problem('CONFLICT', 'Set up your own second factor first.', {
        reason: 'two_factor_setup_required',
      });
    }
    const workspace = await workspaces.change(call, (now) => {
      assertIfMatch(header, now);
      return update(now, body);
    });
    const answer = ok(toWorkspaceJson(workspace, call.caller.actor.role));
    return withVersion({ ...answer, headers: { [changedWorkspaceHeader]: workspace.id } }, workspace.version);
  };
}
