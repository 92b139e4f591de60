import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import type { LeadReference } from '../../peers/lead-directory.js';

/** Reads a lead. Resolves to null if it doesn't exist. */
export async function findLead({ leads }: Pick<Context, 'leads'>, caller: Caller, id: string) {
  const [lead] = await leads.getLeads(caller, [id]);
  return lead ?? null;
}

/** Returns whether the caller is a person whose role allows only unassigned leads and the person's own leads. */
export function isBoundToOwnLeads({ actor }: Caller): boolean {
  return actor.type === 'user' && actor.role === 'agent';
}

/** Throws FORBIDDEN when the lead belongs to another agent and the caller's role doesn't allow that. */
export function assertOwnLead(caller: Caller, { id, assigned_agent }: Pick<LeadReference, 'id' | 'assigned_agent'>) {
  if (!isBoundToOwnLeads(caller) || assigned_agent === null || assigned_agent === caller.actor.agentId) return;
  throw new Problem('FORBIDDEN', 'The lead is assigned to another agent.', {
    reason: 'lead_of_another_agent',
    data: { lead_id: id, agent_id: assigned_agent },
  });
}

/**
 * Throws FORBIDDEN like `assertOwnLead`. Calls the pipeline service only if the result depends on it. A deleted lead
 * counts as unassigned.
 */
export async function assertOwnLeadById(context: Pick<Context, 'leads'>, caller: Caller, id: string): Promise<void> {
  if (!isBoundToOwnLeads(caller)) return;
  const lead = await findLead(context, caller, id);
  if (lead) assertOwnLead(caller, lead);
}

/**
 * Makes sure that no later version of the lead has ended its holds, and that none does so before the transaction
 * commits. Throws VersionConflict if the lead must be read again.
 */
export async function lockLead(
  { holdGuards }: Pick<Context, 'holdGuards'>,
  caller: Caller,
  { id, version }: Pick<LeadReference, 'id' | 'version'>,
  now: Date,
  session: TransactionSession,
): Promise<void> {
  const { ended_version } = await holdGuards.lock(caller, id, now, session);
  if (ended_version > version) throw new VersionConflict();
}
