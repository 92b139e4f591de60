import { Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { findAccess } from '../../directory/api/access.js';
import type { Person } from '../../directory/model/person.js';
import type { Client } from '../store/sessions.js';
import type { SignedIn } from './signed-in.js';

/**
 * Starts a session for a person who was just read and has proven their identity. Rejects with FORBIDDEN if the person
 * is active in no workspace, and with UNAUTHORIZED if the password or the second factor has changed in the meantime.
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
  // If the person has several workspaces, the workspace of the session isn't known yet.
  const workspaceIds = access.length === 1 ? access.map(({ workspace }) => workspace.id) : [];
  const { session, token } = await context.sessions.start(command, person, client, workspaceIds);
  return { token, session, person, access };
}
