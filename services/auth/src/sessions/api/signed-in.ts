import { Problem } from '@plotline/kit/core/errors';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import { type Access, findAccess } from '../../directory/api/access.js';
import type { Person } from '../../directory/model/person.js';
import type { Session } from '../model/session.js';
import type { Origin } from './origin.js';

/** A signed-in person. */
export interface SignedIn {
  readonly token: string;
  readonly session: Session;
  readonly person: Person;
  /** Never empty, because a person who is active in no workspace isn't signed in. */
  readonly access: readonly Access[];
}

/**
 * Time after a sign-in for which a session may change the second factor or grant `admin`. Later, somebody else may be
 * using a session that was left open.
 */
const recentMs = 15 * 60_000;

/** Checks whether the sign-in was recent. */
export function isRecent({ clock }: Pick<Context, 'clock'>, { session }: Pick<SignedIn, 'session'>): boolean {
  return clock().getTime() - session.created_at.getTime() <= recentMs;
}

/**
 * Throws FORBIDDEN unless the sign-in was recent. Otherwise somebody who finds an open session could change how the
 * person signs in.
 */
export function assertRecent(context: Pick<Context, 'clock'>, signedIn: SignedIn): void {
  if (isRecent(context, signedIn)) return;
  throw new Problem('FORBIDDEN', 'Sign in again. This requires a sign-in within the last 15 minutes.', {
    reason: 'sign_in_again',
  });
}

/**
 * Finds the person who is signed in with the token. Resolves to null if the session is unknown or has ended, or if the
 * person is active in no workspace.
 */
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
  // Not awaited, because the result doesn't depend on it.
  sessions
    .recordUse(session)
    .catch((error: unknown) =>
      runtime.log.warn({ err: error, ...toLogFields(origin) }, 'last use of a session not recorded'),
    );
  return { token, session, person, access };
}
