import { Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { findAccess } from '../../directory/api/access.js';
import type { Person } from '../../directory/model/person.js';
import type { Client } from '../store/sessions.js';
import type { SignedIn } from './signed-in.js';

/**
 * Starts a session for a person as just read, whose identity is proven. Rejects with FORBIDDEN when the person is active in no
 * workspace, and with UNAUTHORIZED when password or second factor were changed meanwhile.
 */
export async function startSession(
  context: Context,
  command: Command,
  person: Person,
  client: Client,
): Promise<SignedIn> {
  const access = await findAccess(context, person, context.clock());
  if (access.length === 0) {
    throw new Problem('FORBIDDEN', 'The account is active in no workspace.', { reason: 'no_workspace' });
  }
  // With several it is not known yet which of them the person signs in to.
  const workspaceIds = access.length === 1 ? access.map(({ workspace }) => workspace.id) : [];
  const { session, token } = await context.sessions.start(command, person, client, workspaceIds);
  return { token, session, person, access };
}
