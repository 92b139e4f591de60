import { noContent, ok, page } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import type { Context } from '../../context.js';
import * as accounts from '../store/consents.js';
import { toConsentJson, toWorkspaceConsentJson } from './consent-json.js';

/** GET /auth/consents. Lists the access that the person gave apps in all workspaces. */
export function listConsents(context: Context): Handler {
  return async ({ caller }) => {
    const consents = await accounts.listConsents(context, caller.actor.id);
    return ok(consents.map(({ grant, app, workspace }) => toConsentJson(grant, app, workspace)));
  };
}

/** DELETE /auth/consents/:id */
export function withdrawConsent(context: Context): Handler {
  return async (call) => {
    await accounts.withdrawConsent(context, call, call.path('id'));
    return noContent();
  };
}

/** GET /auth/workspace/consents. Lists the access that people gave apps in the workspace. */
export function listWorkspaceConsents(context: Context): Handler<unknown, Omit<ListQuery, 'sort' | 'order'>> {
  return async ({ caller, query }) => {
    const { records, info } = await accounts.listWorkspaceConsents(context, caller, query);
    return page(
      records.map(({ grant, app, person }) => toWorkspaceConsentJson(grant, app, person)),
      info,
    );
  };
}

/** DELETE /auth/workspace/consents/:id */
export function endWorkspaceConsent(context: Context): Handler {
  return async (call) => {
    await accounts.endWorkspaceConsent(context, call, call.path('id'));
    return noContent();
  };
}
