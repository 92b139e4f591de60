import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import type { Lead } from '../model/lead.js';

/** Fields of a lead that determine whether the caller may close it. */
type AssignedLead = Pick<Lead, 'id' | 'assigned_agent'>;

/** Returns whether the caller is a person with the `agent` role, and another agent has the lead. */
function isOfAnotherAgent({ actor }: Pick<Caller, 'actor'>, { assigned_agent }: AssignedLead): boolean {
  if (actor.type !== 'user' || actor.role !== 'agent') return false;
  return assigned_agent !== null && assigned_agent !== actor.agentId;
}

/**
 * Finds the leads of other agents for which a unit is held now. Only owners and admins may close or reassign these
 * leads.
 */
export async function findGuardedLeads(
  { holds }: Pick<Context, 'holds'>,
  caller: Caller,
  leads: readonly AssignedLead[],
): Promise<ReadonlySet<string>> {
  const foreign = leads.filter((lead) => isOfAnotherAgent(caller, lead)).map(({ id }) => id);
  const open = foreign.length === 0 ? [] : await holds.listOpen(caller, foreign);
  return new Set(open.filter(({ status }) => status === 'active').map(({ lead_id }) => lead_id));
}

/** Creates the 403 error for a lead for which another agent holds a unit. */
function leadOfAnotherAgent({ id, assigned_agent }: AssignedLead): Problem {
  const message = 'Another agent holds a unit for this lead. Ask that agent, an admin or an owner.';
  const data = { lead_id: id, ...(assigned_agent !== null && { agent_id: assigned_agent }) };
  return new Problem('FORBIDDEN', message, { reason: 'lead_of_another_agent', data });
}

/**
 * Throws FORBIDDEN when a person with the `agent` role closes, deletes or reassigns another agent's lead for which a
 * unit is held.
 */
export async function assertMayClose(
  context: Pick<Context, 'holds'>,
  caller: Caller,
  lead: AssignedLead,
): Promise<void> {
  if ((await findGuardedLeads(context, caller, [lead])).has(lead.id)) throw leadOfAnotherAgent(lead);
}

/**
 * Checks a lead by its id, as `assertMayClose` does. Throws NOT_FOUND if a person with the `agent` role sends the id of
 * an unknown lead.
 */
export async function assertMayCloseLead(
  context: Pick<Context, 'holds' | 'leads'>,
  caller: Caller,
  id: string,
): Promise<void> {
  if (caller.actor.role !== 'agent') return;
  await assertMayClose(context, caller, await context.leads.getExisting(caller, id));
}
