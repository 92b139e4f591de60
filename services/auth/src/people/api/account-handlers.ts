import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, noContent, ok } from '@plotline/kit/core/answer';
import { assertCsrfToken, csrfHeader } from '@plotline/kit/core/csrf';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { createdSession, toClient } from '../../sessions/api/sessions.js';
import { findSignedIn, readSessionToken, type SignedIn } from '../../sessions/api/signed-in.js';
import { resendInvitation as resend, waitUntilSent } from '../work/invitations.js';
import { type Acceptance, acceptInvitation as accept } from './accept-invitation.js';
import { type EmailChangeRequest, requestEmailChange as requestChange } from './change-email.js';
import { confirm } from './confirm.js';
import { requestPasswordReset as requestReset, resetPassword } from './reset-password.js';
import { signUp as askForWorkspace, type SignUpRequest } from './sign-up.js';

/** 202: a mail goes to that address, or says there that nothing can be done. */
const mailed = (email: string): Answer => ({ status: 202, body: { email: email.trim().toLowerCase() } });

/** POST /auth/sign-up */
export function signUp(context: Context): Handler<SignUpRequest> {
  return async (call) => {
    await askForWorkspace(context, call, call.body, toClient(call));
    return mailed(call.body.email);
  };
}

/** POST /auth/confirmations */
export function confirmAddress(context: Context): Handler<{ readonly token: string; readonly password: string }> {
  return async (call) => ok(await confirm(context, call, call.body));
}

/** Who is signed in with a public operation, if anybody; a cookie counts with the CSRF token alone. */
async function findVisitor(context: Context, { header, caller }: Call): Promise<SignedIn | null> {
  const headers: IncomingHttpHeaders = { authorization: header('authorization'), cookie: header('cookie') };
  const sent = readSessionToken(headers, context.authUrl);
  const signedIn = sent && (await findSignedIn(context, sent.token, caller));
  if (!signedIn) return null;
  if (sent.isCookie) assertCsrfToken(sent.token, header(csrfHeader));
  return signedIn;
}

/** POST /auth/invitations/accept */
export function acceptInvitation(context: Context): Handler<Acceptance> {
  return async (call) => {
    const signedIn = await findVisitor(context, call);
    return createdSession(context, call, await accept(context, call, call.body, toClient(call), signedIn));
  };
}

/** POST /auth/invitations/{agent_id}/resend */
export function resendInvitation(context: Context): Handler {
  return async (call) => {
    const link = await resend(context, call, call.path('agent_id'));
    const sentAt = await waitUntilSent(context, link);
    return { status: 202, body: { email: link.email, invitation_sent_at: sentAt } };
  };
}

/** POST /auth/password-resets */
export function requestPasswordReset(context: Context): Handler<{ readonly email: string }> {
  return async (call) => {
    await requestReset(context, call, call.body.email);
    return mailed(call.body.email);
  };
}

/** POST /auth/password-resets/redeem */
export function redeemPasswordReset(context: Context): Handler<{ readonly token: string; readonly password: string }> {
  return async (call) => {
    await resetPassword(context, call, call.body);
    return noContent();
  };
}

/** POST /auth/email */
export function requestEmailChange(context: Context): Handler<EmailChangeRequest> {
  return async (call) => {
    await requestChange(context, call, signedInOf(call).person, call.body, toClient(call));
    return mailed(call.body.email);
  };
}
