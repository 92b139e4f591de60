import type { Lead } from './lead.js';
import { assignLead } from './lead-patch.js';

/** The leads of an agent who was deactivated go to another one. */
export interface Reassignment {
  readonly agent_id: string;
  readonly assignee_id: string;
  readonly at: Date;
  /** When the agent came back, or the leads were handed over anew; null while it lasts. */
  readonly until: Date | null;
}

/** Who has a lead, and since when, in milliseconds. */
interface Holding {
  readonly agentId: string;
  readonly since: number;
}

const endOf = ({ until }: Reassignment): number => until?.getTime() ?? Number.POSITIVE_INFINITY;

/**
 * The reassignment that takes what an agent has had since then: the first that ends later. If it began later too, the agent had
 * the lead when it was asked for; if not, the lead was stored while the agent was away, by a request from before.
 */
function reassignmentOf(reassignments: readonly Reassignment[], { agentId, since }: Holding): Reassignment | undefined {
  return reassignments
    .filter((reassignment) => reassignment.agent_id === agentId && endOf(reassignment) > since)
    .sort((one, other) => endOf(one) - endOf(other))[0];
}

/** Who would have a lead, and since when, had each reassignment been carried out at once at its moment. */
function followReassignments(reassignments: readonly Reassignment[], start: Holding): Holding {
  const followed = new Set<Reassignment>();
  let holding = start;
  let next = reassignmentOf(reassignments, holding);
  // An assignee was there when named, so that times only grow; with clocks that differ, a ring must still have an end.
  while (next && !followed.has(next)) {
    followed.add(next);
    holding = { agentId: next.assignee_id, since: Math.max(next.at.getTime(), holding.since) };
    next = reassignmentOf(reassignments, holding);
  }
  return holding;
}

/**
 * The lead where it belongs by the reassignments of its agent and of those who took over; the same lead when it is there. It
 * counts as assigned since the moment of the reassignment, which says which of the new agent's reassignments take it.
 */
export function handOn(lead: Lead, reassignments: readonly Reassignment[], now: Date): Lead {
  const { assigned_agent: agentId, assigned_at } = lead;
  if (agentId === null || assigned_at === null) return lead;
  const since = assigned_at.getTime();
  const place = followReassignments(reassignments, { agentId, since });
  if (place.agentId === agentId && place.since === since) return lead;
  return { ...assignLead(lead, place.agentId, now), assigned_at: new Date(place.since) };
}

/**
 * Of an agent's leads those have to go that were assigned before the time that this returns; none when it is null.
 * `now` is a time before the reassignments were asked for: whoever was away then may have come back meanwhile.
 */
export function takenBefore(reassignments: readonly Reassignment[], agentId: string, now: Date): Date | null {
  const ends = reassignments.filter(({ agent_id }) => agent_id === agentId).map(({ until }) => until ?? now);
  return ends.reduce<Date | null>((last, end) => (last && last > end ? last : end), null);
}
