import { assignLead } from './edit-lead.js';
import type { Lead } from './lead.js';

/** Reassignment of all leads of a deactivated agent to another agent. */
export interface Reassignment {
  readonly agent_id: string;
  readonly assignee_id: string;
  readonly at: Date;
  /** When the agent was activated again or the next reassignment began. Null while the reassignment applies. */
  readonly until: Date | null;
}

/** Agent of a lead, and the start of the assignment in milliseconds. */
interface Assignment {
  readonly agentId: string;
  readonly since: number;
}

const getEnd = ({ until }: Reassignment): number => until?.getTime() ?? Number.POSITIVE_INFINITY;

/**
 * Finds the reassignment that applies to an assignment: the agent's first reassignment that ends after the assignment
 * began. If the reassignment begins later than the assignment, the agent had the lead when the reassignment was
 * requested. Otherwise, a request that had read the agent as active stored the lead while the agent was inactive.
 */
function findReassignment(
  reassignments: readonly Reassignment[],
  { agentId, since }: Assignment,
): Reassignment | undefined {
  return reassignments
    .filter((reassignment) => reassignment.agent_id === agentId && getEnd(reassignment) > since)
    .sort((one, other) => getEnd(one) - getEnd(other))[0];
}

/** Returns the assignment that a lead would have if each reassignment had taken effect when it was requested. */
function followReassignments(reassignments: readonly Reassignment[], start: Assignment): Assignment {
  const followed = new Set<Reassignment>();
  let assignment = start;
  let next = findReassignment(reassignments, assignment);
  // An assignee is active at the time of the reassignment, so times ascend and the chain ends. Clock skew could still
  // create a cycle, so each reassignment is followed only once.
  while (next && !followed.has(next)) {
    followed.add(next);
    assignment = { agentId: next.assignee_id, since: Math.max(next.at.getTime(), assignment.since) };
    next = findReassignment(reassignments, assignment);
  }
  return assignment;
}

/** Record with its agent, and the time of the assignment. */
interface Assigned {
  readonly assigned_agent: string | null;
  readonly assigned_at: Date | null;
}

/** Agent of a record after all reassignments, and the time of the last one. */
export interface NewAssignment {
  readonly agentId: string;
  readonly at: Date;
}

/** Finds the last assignee in a record's chain of reassignments. Returns null if no reassignment applies. */
export function findNewAssignment(
  { assigned_agent: agentId, assigned_at }: Assigned,
  reassignments: readonly Reassignment[],
): NewAssignment | null {
  if (agentId === null || assigned_at === null) return null;
  const since = assigned_at.getTime();
  const assignment = followReassignments(reassignments, { agentId, since });
  if (assignment.agentId === agentId && assignment.since === since) return null;
  return { agentId: assignment.agentId, at: new Date(assignment.since) };
}

/**
 * Assigns the lead to the last assignee in its chain of reassignments. Returns the same lead if none applies. Sets
 * `assigned_at` to the time of the reassignment, so that the assignee's own later reassignments apply. Removes a first
 * contact from before that time, because reassignments may lead back to the same agent.
 */
export function reassignLead(lead: Lead, reassignments: readonly Reassignment[], now: Date): Lead {
  const assignment = findNewAssignment(lead, reassignments);
  if (!assignment) return lead;
  const assigned = assignLead(lead, assignment.agentId, now);
  const contact = assigned.first_contact_at;
  return {
    ...assigned,
    assigned_at: assignment.at,
    first_contact_at: contact && contact >= assignment.at ? contact : null,
  };
}

/**
 * Returns the time before which a lead must have been assigned to the agent, so that a reassignment applies. Returns
 * null if no reassignment applies. Pass as `now` a time before the reassignments were read, because an agent who was
 * inactive then may be active again.
 */
export function getReassignedBefore(reassignments: readonly Reassignment[], agentId: string, now: Date): Date | null {
  const ends = reassignments.filter(({ agent_id }) => agent_id === agentId).map(({ until }) => until ?? now);
  return ends.reduce<Date | null>((last, end) => (last && last > end ? last : end), null);
}
