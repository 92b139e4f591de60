import { type Answer, created, noContent, ok } from '@plotline/kit/core/answer';
import { formatHostCookie } from '@plotline/kit/http/cookies';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { type SignInRequest, signIn as signInPerson } from '../../people/api/sign-in.js';
import { sessionLifetimeMs } from '../model/session.js';
import type { Client } from '../store/sessions.js';
import { signedInOf } from './authenticate.js';
import { endReplacedSession } from './end-replaced-session.js';
import { toListedSessionJson, toSessionJson } from './session-json.js';
import { type SignedIn, sessionCookie } from './signed-in.js';

/** Whether `Prefer` (RFC 7240) asks for the token in the body, for clients that send it as Bearer, in place of a cookie. */
function prefersToken({ header }: Call): boolean {
  return /(?:^|,)\s*return\s*=\s*"?token"?\s*(?:[;,]|$)/i.test(header('prefer') ?? '');
}

/** The `Set-Cookie` header of a session token; without one, of the removal of the cookie. */
export function formatSessionCookie({ authUrl }: Context, token = ''): string {
  return formatHostCookie(sessionCookie, token, authUrl, token === '' ? 0 : sessionLifetimeMs / 1_000);
}

/** Where a call comes from. */
export function toClient({ address, header }: Call): Client {
  return { address, userAgent: header('user-agent') ?? '' };
}

/** 201 with a new session: its token in a cookie, in place of a former one, or in the body for whoever asks for that. */
export async function createdSession(context: Context, call: Call, signedIn: SignedIn): Promise<Answer> {
  const session = toSessionJson(signedIn);
  if (!prefersToken(call)) {
    await endReplacedSession(context, call, { cookie: call.header('cookie') }, signedIn);
    return { ...created(session), headers: { 'set-cookie': formatSessionCookie(context, signedIn.token) } };
  }
  return { ...created({ ...session, token: signedIn.token }), headers: { 'preference-applied': 'return=token' } };
}

/** POST /auth/session */
export function signIn(context: Context): Handler<SignInRequest> {
  return async (call) => createdSession(context, call, await signInPerson(context, call, call.body, toClient(call)));
}

/** GET /auth/session */
export function getSession(): Handler {
  return async (call) => ok(toSessionJson(signedInOf(call)));
}

/** DELETE /auth/session */
export function signOut(context: Context): Handler {
  return async (call) => {
    const { session, person } = signedInOf(call);
    await context.sessions.end(call, person.id, session.id);
    return noContent({ 'set-cookie': formatSessionCookie(context) });
  };
}

/** GET /auth/sessions */
export function listSessions({ sessions }: Context): Handler {
  return async (call) => {
    const { session, person } = signedInOf(call);
    return ok((await sessions.listOpen(person.id)).map((one) => toListedSessionJson(one, session.id)));
  };
}

/** DELETE /auth/sessions/{id} */
export function endSession({ sessions }: Context): Handler {
  return async (call) => {
    await sessions.end(call, signedInOf(call).person.id, call.path('id'));
    return noContent();
  };
}

/** DELETE /auth/sessions */
export function endOtherSessions({ sessions }: Context): Handler {
  return async (call) => {
    const { session, person } = signedInOf(call);
    await sessions.endOthers(call, person.id, session.id);
    return noContent();
  };
}
