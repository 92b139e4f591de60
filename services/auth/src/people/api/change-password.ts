import { invalid } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { writePasswordChanged } from '../../mail/model/notices.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import { startSession } from '../../sessions/api/start-session.js';
import type { Client } from '../../sessions/store/sessions.js';
import { hashNewPassword } from '../store/new-password.js';
import { endAccessBeside } from './end-access.js';
import { provePassword } from './prove-password.js';

/** Stores a password hash, and ends what the former password let in. */
async function replacePassword(context: Context, command: Command, personId: string, passwordHash: string) {
  const beside = await endAccessBeside(context, personId);
  return changeAndTell(context, command, personId, (person) => ({
    person: { ...person, password_hash: passwordHash },
    type: 'password_changed',
    description: 'The password was changed; all sessions and the access of all apps were ended.',
    beside,
    letter: writePasswordChanged(),
  }));
}

/**
 * Changes the password of whoever is signed in and knows the current one. All sessions and the access of all apps end; resolves to a new
 * session. Rejects with VALIDATION_ERROR for a wrong password, or a new one that is not fit, and with RATE_LIMIT_EXCEEDED after too many wrong ones.
 */
export async function changePassword(
  context: Context,
  command: Command,
  { person, access }: SignedIn,
  { password, current }: { readonly password: string; readonly current: string },
  client: Client,
): Promise<SignedIn> {
  if (!(await provePassword(context, { email: person.email, password: current }, client.address))) {
    throw invalid({ field: 'current_password', message: 'is not the password' });
  }
  if (password === current) throw invalid({ field: 'new_password', message: 'is the current password' });
  const workspaceNames = access.map(({ workspace }) => workspace.name);
  const hash = await hashNewPassword(password, { email: person.email, workspaceNames }, 'new_password');
  return startSession(context, command, await replacePassword(context, command, person.id, hash), client);
}
