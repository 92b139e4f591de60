import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { asPerson } from '../../directory/store/tenants.js';
import { readSessionToken } from './session-cookie.js';
import type { SignedIn } from './signed-in.js';

/**
 * Ends the session of a cookie that a new cookie replaces. Does so even for another person's session, because nobody
 * should have its token any more. Changes nothing without such a cookie, or if the session has ended.
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
  // The workspaces of the session's person must not learn who signed in afterwards.
  const by = former.person_id === person.id ? asPerson(command, person) : command;
  try {
    await sessions.end(by, former.person_id, former.id);
  } catch (error) {
    // The session has ended in the meantime.
    if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
  }
}
