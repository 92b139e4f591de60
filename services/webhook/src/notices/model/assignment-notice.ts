import type { Notice } from './notice.js';

/** A lead that was assigned to an agent. */
export interface Assignment {
  readonly eventId: string;
  readonly agentId: string;
  readonly leadId: string;
  readonly leadName: string;
}

/** What a notice of assignments knows of them. */
interface AssignedLeads {
  readonly agent_id: string;
  /** How many were assigned. */
  readonly leads: number;
  /** When the first of them was told. */
  readonly since: Date;
}

/** The leads of an import come one soon after the other, and share a notice. One that comes alone has its own. */
const maxPauseMs = 60_000;
/** A notice takes no more assignments then, so that leads which come all day are told now and then. */
const maxSpanMs = 3_600_000;

/** In place of the sentence that names the lead. */
export const namelessAssignment = 'A lead was assigned to you.';

function isAssignedLeads(data: object): data is AssignedLeads {
  return 'agent_id' in data && 'leads' in data && typeof data.leads === 'number' && 'since' in data;
}

/** When the last assignment of a notice was told at the earliest, for the notice to take another one. */
export function getJoinableSince(now: Date): Date {
  return new Date(now.getTime() - maxPauseMs);
}

/** The assignments that the notice tells already; null when it takes no more of them. */
function findJoined({ data }: Notice, now: Date): AssignedLeads | null {
  if (!isAssignedLeads(data)) return null;
  return data.since.getTime() > now.getTime() - maxSpanMs ? data : null;
}

export interface NewAssignments {
  readonly agentId: string;
  readonly assignments: readonly [Assignment, ...Assignment[]];
  /** Id of the notice, if it is a new one. */
  readonly id: string;
  readonly now: Date;
}

/**
 * The notice of assignments for the person of the agent. The last notice takes them if it can: then it tells of all of them, and comes
 * anew, as the person may have read it before.
 */
export function tellAssignments(last: Notice | null, { agentId, assignments, id, now }: NewAssignments): Notice {
  const joined = last && findJoined(last, now);
  const { lead_id: _named, ...former } = joined && last ? last : { id, version: 1 };
  const leads = (joined?.leads ?? 0) + assignments.length;
  const [{ leadId, leadName }] = assignments;
  const data: AssignedLeads = { agent_id: agentId, leads, since: joined?.since ?? now };
  const told =
    leads === 1
      ? { message: `${leadName} was assigned to you.`, subject: { type: 'lead', id: leadId }, lead_id: leadId }
      : { message: `${leads} leads were assigned to you.`, subject: { type: 'agent', id: agentId } };
  return {
    ...former,
    type: 'lead.assigned',
    ...told,
    data,
    recipient: agentId,
    scope: 'read:leads',
    created_at: now,
    updated_at: now,
  };
}
