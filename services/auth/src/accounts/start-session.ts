import { Problem } from '@plotline/kit/errors';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Context } from '../context.js';
import type { Person } from '../domain/person.js';
import type { Client } from '../store/sessions.js';
import { findAccess } from './access.js';
import type { SignedIn } from './signed-in.js';

/**
 * Starts a session for a person as just read, whose identity is proven. Rejects with FORBIDDEN when the person is active in no
 * workspace, and with UNAUTHORIZED when the password was changed meanwhile.
 */
export async function startSession(
  context: Context,
  command: Command,
  person: Person,
  client: Client,
): Promise<SignedIn> {
  const { sessions, people } = context;
  const { session, token } = await sessions.start(command, person.id, client);
  const [access, now] = await Promise.all([findAccess(context, person, session.created_at), people.get(person.id)]);
  // A change of the password ends the sessions that are there, which this one was not.
  const isCurrent = now?.password_hash === person.password_hash;
  if (isCurrent && access.length > 0) return { token, session, person, access };
  await sessions.end(command, person.id, session.id);
  if (!isCurrent)
    throw new Problem('UNAUTHORIZED', 'The password was changed meanwhile.', { reason: 'wrong_credentials' });
  throw new Problem('FORBIDDEN', 'The account is active in no workspace.', { reason: 'no_workspace' });
}
