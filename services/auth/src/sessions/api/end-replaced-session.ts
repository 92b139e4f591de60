import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { asPerson } from '../../directory/store/tenants.js';
import { readSessionToken, type SignedIn } from './signed-in.js';

/**
 * Ends the session of the cookie that a new one takes the place of, whoever it is of: nobody has its token any more, unless it was copied.
 * Changes nothing without such a cookie, and when the session is over.
 */
export async function endReplacedSession(
  { sessions, authUrl }: Pick<Context, 'sessions' | 'authUrl'>,
  command: Command,
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
  { session: renewed, person }: Pick<SignedIn, 'session' | 'person'>,
): Promise<void> {
  const sent = readSessionToken({ cookie }, authUrl);
  const former = sent && (await sessions.find(sent.token));
  if (!former || former.id === renewed.id) return;
  // Employers of the former person do not learn who else has signed in.
  const by = former.person_id === person.id ? asPerson(command, person) : command;
  try {
    await sessions.end(by, former.person_id, former.id);
  } catch (error) {
    // Ended meanwhile.
    if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
  }
}
