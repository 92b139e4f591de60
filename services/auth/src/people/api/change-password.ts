import { invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { createdSession } from '../../sessions/api/created-session.js';
import { toClient } from '../../sessions/api/origin.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import { startSession } from '../../sessions/api/start-session.js';
import type { Client } from '../../sessions/store/sessions.js';
import { writePasswordChanged } from '../model/letters.js';
import { hashNewPassword } from '../store/new-password.js';
import { endAccessBeside } from './end-access.js';
import { provePassword } from './prove-password.js';

/** Stores a password hash, and ends all access that the previous password gave. */
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
 * Changes the password of a signed-in person who knows the current password. Ends all sessions and the access of all
 * apps, and resolves to a new session. Rejects with VALIDATION_ERROR if the current password is wrong or the new one
 * isn't allowed, and with RATE_LIMIT_EXCEEDED after too many wrong passwords.
 */
export async function changePassword(
  context: Context,
  command: Command,
  { person, access }: SignedIn,
  { password, current }: { readonly password: string; readonly current: string },
  client: Client,
): Promise<SignedIn> {
  if (!(await provePassword(context, { email: person.email, password: current }, client.address))) {
    throw invalid({ field: 'current_password', message: 'must be your current password' });
  }
  if (password === current) throw invalid({ field: 'new_password', message: 'must differ from the current password' });
  const workspaceNames = access.map(({ workspace }) => workspace.name);
  const hash = await hashNewPassword(password, { email: person.email, workspaceNames }, 'new_password');
  return startSession(context, command, await replacePassword(context, command, person.id, hash), client);
}

/** POST /auth/password */
export function changePasswordHandler(
  context: Context,
): Handler<{ readonly current_password: string; readonly new_password: string }> {
  return async (call) => {
    const { current_password: current, new_password: password } = call.body;
    const passwords = { current, password };
    const renewed = await changePassword(context, call, signedInOf(call), passwords, toClient(call));
    return createdSession(context, call, renewed);
  };
}
