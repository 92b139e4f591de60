import { noContent, ok } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { signedInOf } from './authenticate.js';
import { formatSessionCookie } from './session-cookie.js';
import { toListedSessionJson, toSessionJson } from './session-json.js';

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
