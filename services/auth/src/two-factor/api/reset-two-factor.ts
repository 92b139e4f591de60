import { conflict, notFound, Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { hasTwoFactor } from '../../directory/model/person.js';
import { writeTwoFactorReset } from '../../mail/model/notices.js';
import { changeAndTell } from '../../mail/work/change-and-tell.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import { assertRecent } from './two-factor.js';

/**
 * Removes the second factor of somebody who has lost it, ends the person's sessions and tells the person by mail. Rejects with CONFLICT
 * without a second factor.
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
 * Resets the second factor of the person of an agent, on behalf of an owner or admin. Rejects with FORBIDDEN for an owner unless an owner
 * asks, and after a sign-in of long ago; with CONFLICT for the own one, which is removed by a code, and for somebody who works for another
 * workspace, too, whose account is not this one's alone; with NOT_FOUND when nobody is joined to the agent.
 */
export async function resetTwoFactorOfColleague(
  context: Context,
  command: Command,
  signedIn: SignedIn,
  agentId: string,
): Promise<void> {
  assertRecent(context, signedIn);
  const { caller } = command;
  const { memberships, agents } = context;
  const [personId, [agent]] = await Promise.all([
    memberships.findPerson(caller.workspaceId, agentId),
    agents.find(caller, [agentId]),
  ]);
  if (personId === null || !agent) throw notFound();
  if (personId === signedIn.person.id) throw conflict('Remove your own second factor with a code of it.');
  if (agent.role === 'owner' && caller.actor.role !== 'owner') {
    throw new Problem('FORBIDDEN', 'The second factor of an owner is reset by owners.', { reason: 'owner_required' });
  }
  const employers = await memberships.listByPerson(personId);
  if (employers.length > 1) {
    const message =
      'The person works for another workspace, too: the operator of Plotline can reset the second factor.';
    throw conflict(message);
  }
  await resetTwoFactor(context, command, personId, [caller.workspaceId]);
}
