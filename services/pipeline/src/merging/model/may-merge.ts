import type { Actor } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Lead } from '../../leads/model/lead.js';

/** Throws FORBIDDEN if a person with the `agent` role merges a lead that isn't assigned to them. */
export function assertMayMerge({ type, role, agentId }: Actor, leads: readonly Lead[]): void {
  if (type !== 'user' || role !== 'agent') return;
  const foreign = leads.find(({ assigned_agent }) => agentId === undefined || assigned_agent !== agentId);
  if (!foreign) return;
  const { id: lead_id, assigned_agent } = foreign;
  throw new Problem('FORBIDDEN', 'You can only merge leads that are both assigned to you.', {
    reason: 'lead_of_another_agent',
    data: { lead_id, ...(assigned_agent !== null && { agent_id: assigned_agent }) },
  });
}
