import { type Answer, created } from '@plotline/kit/core/answer';
import type { Call } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { endReplacedSession } from './end-replaced-session.js';
import { formatSessionCookie } from './session-cookie.js';
import { toSessionJson } from './session-json.js';
import type { SignedIn } from './signed-in.js';

/**
 * Checks whether `Prefer` (RFC 7240) requests the token in the body instead of a cookie. Clients that send the token as
 * Bearer do this.
 */
function prefersToken({ header }: Call): boolean {
  return /(?:^|,)\s*return\s*=\s*"?token"?\s*(?:[;,]|$)/i.test(header('prefer') ?? '');
}

/**
 * Returns a 201 response with a new session. The token is in a cookie, which replaces an existing one, or in the body
 * if the client prefers that.
 */
export async function createdSession(context: Context, call: Call, signedIn: SignedIn): Promise<Answer> {
  const session = toSessionJson(signedIn);
  if (!prefersToken(call)) {
    await endReplacedSession(context, call, { cookie: call.header('cookie') }, signedIn);
    return { ...created(session), headers: { 'set-cookie': formatSessionCookie(context, signedIn.token) } };
  }
  return { ...created({ ...session, token: signedIn.token }), headers: { 'preference-applied': 'return=token' } };
}
