import { dueMail, type Notice } from './notice.js';

/** Assignment of a lead to an agent. */
export interface Assignment {
  readonly eventId: string;
  readonly agentId: string;
  readonly leadId: string;
  readonly leadName: string;
}

/** Data of a notice about assignments. */
interface AssignedLeads {
  readonly agent_id: string;
  /** Number of assignments. */
  readonly leads: number;
  /** Time at which the notice was created for the first assignment. */
  readonly since: Date;
}

/** Longest pause between assignments that share a notice. For example, imports assign leads in quick succession. */
const maxPauseMs = 60_000;
/** Longest time for which a notice collects assignments. A steady flow of leads therefore causes one notice an hour. */
const maxSpanMs = 3_600_000;

/** Message that replaces the original after the erasure of the notice's lead. */
export const namelessAssignment = 'A lead was assigned to you.';

function isAssignedLeads(data: object): data is AssignedLeads {
  return 'agent_id' in data && 'leads' in data && typeof data.leads === 'number' && 'since' in data;
}

/** Returns the time since which a notice must have been updated, so that it collects further assignments. */
export function getJoinableSince(now: Date): Date {
  return new Date(now.getTime() - maxPauseMs);
}

/** Returns the assignments in the notice. Returns null if it can't collect more. */
function findJoined({ data }: Notice, now: Date): AssignedLeads | null {
  if (!isAssignedLeads(data)) return null;
  return data.since.getTime() > now.getTime() - maxSpanMs ? data : null;
}

export interface NewAssignments {
  readonly agentId: string;
  readonly assignments: readonly [Assignment, ...Assignment[]];
  /** Id for a new notice. */
  readonly id: string;
  readonly now: Date;
}

/**
 * Returns the notice about new assignments of an agent. Extends the last notice if it still collects assignments. An
 * extended notice gets the current time, because the person may already have read the notice.
 */
export function reportAssignments(last: Notice | null, { agentId, assignments, id, now }: NewAssignments): Notice {
  const joined = last && findJoined(last, now);
  const { lead_id: _named, ...former } = joined && last ? last : { id, version: 1 };
  const leads = (joined?.leads ?? 0) + assignments.length;
  const [{ leadId, leadName }] = assignments;
  const data: AssignedLeads = { agent_id: agentId, leads, since: joined?.since ?? now };
  const report =
    leads === 1
      ? { message: `${leadName} was assigned to you.`, subject: { type: 'lead', id: leadId }, lead_id: leadId }
      : { message: `${leads} leads were assigned to you.`, subject: { type: 'agent', id: agentId } };
  return {
    ...former,
    type: 'lead.assigned',
    ...report,
    data,
    recipient: agentId,
    scope: 'read:leads',
    created_at: now,
    updated_at: now,
    mail: dueMail,
  };
}
