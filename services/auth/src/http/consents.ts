import { noContent, ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { listConsents as listConsentsOf, withdrawConsent as withdrawConsentOf } from '../accounts/consents.js';
import type { Context } from '../context.js';
import { toConsentJson } from '../json/consent.js';

/** GET /auth/consents: what the person lets apps do, in all workspaces. */
export function listConsents(context: Context): Handler {
  return async ({ caller }) => {
    const consents = await listConsentsOf(context, caller.actor.id);
    return ok(consents.map(({ grant, app, workspace }) => toConsentJson(grant, app, workspace)));
  };
}

/** DELETE /auth/consents/:id. Somebody else's is not found. */
export function withdrawConsent(context: Context): Handler {
  return async (call) => {
    await withdrawConsentOf(context, call, call.path('id'));
    return noContent();
  };
}
