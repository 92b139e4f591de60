import { noContent } from '@plotline/kit/core/answer';
import { conflict, notFound, Problem } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { hasTwoFactor } from '../../directory/model/person.js';
import { findRole } from '../../directory/work/refresh-roles.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import { signedInOf } from '../../sessions/api/authenticate.js';
import { assertRecent, type SignedIn } from '../../sessions/api/signed-in.js';
import { writeTwoFactorReset } from '../model/notices.js';

/**
 * Removes the second factor of a person who has lost it, ends the person's sessions and emails the person. Rejects with
 * CONFLICT without a second factor.
 */
export async function resetTwoFactor(
  context: Context,
  command: Command,
  personId: string,
  workspaceIds?: readonly string[],
): Promise<void> {
  const beside = await context.sessions.endBeside(personId);
  await changeAndTell(context, command, personId, (person) => {
    if (!hasTwoFactor(person)) throw conflict('No second factor is set up.');
    return {
      person: { ...person, two_factor: null },
      type: 'two_factor_reset',
      description: 'The second factor was reset; all sessions were ended.',
      ...(workspaceIds && { workspaceIds }),
      beside,
      letter: writeTwoFactorReset(command.caller.actor.name),
    };
  });
}

/**
 * Resets the second factor of an agent's person, for an owner or admin. Rejects with FORBIDDEN if the person is an
 * owner and the caller isn't, and unless the sign-in was recent. Rejects with CONFLICT for the caller's own factor,
 * which the caller can remove with a code. Also rejects with CONFLICT if the person works for another workspace too,
 * because both workspaces share the account. Rejects with NOT_FOUND if the agent has no person.
 */
async function resetTwoFactorOfColleague(
  context: Context,
  command: Command,
  signedIn: SignedIn,
  agentId: string,
): Promise<void> {
  assertRecent(context, signedIn);
  const { caller } = command;
  const { memberships } = context;
  const [personId, assignment] = await Promise.all([
    memberships.findPerson(caller.workspaceId, agentId),
    findRole(context, caller.workspaceId, agentId),
  ]);
  if (personId === null || !assignment) throw notFound();
  if (personId === signedIn.person.id) throw conflict("You can't reset your own second factor. Remove it with a code.");
  if (assignment.role === 'owner' && caller.actor.role !== 'owner') {
    throw new Problem('FORBIDDEN', 'Only owners can reset the second factor of an owner.', {
      reason: 'owner_required',
    });
  }
  const employers = await memberships.listByPerson(personId);
  if (employers.length > 1) {
    const message =
      'The person also works for another workspace. Ask the operator of Plotline to reset the second factor.';
    throw conflict(message);
  }
  await resetTwoFactor(context, command, personId, [caller.workspaceId]);
}

/** POST /auth/agents/{agent_id}/reset-two-factor */
export function resetTwoFactorHandler(context: Context): Handler {
  return async (call) => {
    await resetTwoFactorOfColleague(context, call, signedInOf(call), call.path('agent_id'));
    return noContent();
  };
}
