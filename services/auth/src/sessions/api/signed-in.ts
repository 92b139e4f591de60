import type { IncomingHttpHeaders } from 'node:http';
import { readCookie, toHostCookieName } from '@plotline/kit/http/cookies';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import { type Access, findAccess } from '../../directory/api/access.js';
import type { Person } from '../../directory/model/person.js';
import type { Session } from '../model/session.js';
import type { Origin } from './origin.js';

/** Name of the cookie that holds the session token, without its prefix. */
export const sessionCookie = 'plotline_session';

/** Somebody who is signed in. */
export interface SignedIn {
  readonly token: string;
  readonly session: Session;
  readonly person: Person;
  /** Never empty: who is active in no workspace is not signed in. */
  readonly access: readonly Access[];
}

/** How long after the sign-in somebody may do what a session that was found open must not: change the second factor, or grant everything. */
const recentMs = 15 * 60_000;

/** Whether the sign-in was lately. */
export function isRecent({ clock }: Pick<Context, 'clock'>, { session }: Pick<SignedIn, 'session'>): boolean {
  return clock().getTime() - session.created_at.getTime() <= recentMs;
}

/** The session token of a request, and whether a browser sent it on its own. */
export interface SentToken {
  readonly token: string;
  readonly isCookie: boolean;
}

/** The token in `Authorization: Bearer` or else in the session's cookie, or undefined. */
export function readSessionToken(headers: IncomingHttpHeaders, authUrl: string): SentToken | undefined {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    return token === undefined ? undefined : { token, isCookie: false };
  }
  const token = readCookie(cookie, toHostCookieName(sessionCookie, authUrl));
  return token === undefined ? undefined : { token, isCookie: true };
}

/** Who is signed in with that token, or null: the session is unknown or over, or its person active in no workspace. */
export async function findSignedIn(
  context: Context,
  token: string,
  origin: Partial<Origin> = {},
): Promise<SignedIn | null> {
  const { sessions, people, memberships, runtime } = context;
  const session = await sessions.find(token);
  if (!session) return null;
  const { person_id: personId, created_at: since } = session;
  const [person, joined] = await Promise.all([people.get(personId), memberships.listByPerson(personId)]);
  if (!person) return null;
  const access = await findAccess(context, person, since, joined);
  if (access.length === 0) return null;
  // Not awaited: the answer does not depend on it.
  sessions
    .recordUse(session)
    .catch((error: unknown) =>
      runtime.log.warn({ err: error, ...toLogFields(origin) }, 'last use of a session not recorded'),
    );
  return { token, session, person, access };
}
