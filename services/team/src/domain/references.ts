import type { ProblemDetail } from '@plotline/kit/errors';
import type { Agent } from './agent.js';

export const unknownTeam: ProblemDetail = { field: 'team_id', message: 'must be a team of the workspace' };
const unknownLead: ProblemDetail = { field: 'lead_agent_id', message: 'must be an agent of the workspace' };
const formerLead: ProblemDetail = { field: 'lead_agent_id', message: 'names an agent who has been deactivated' };
export const sameAssignee: ProblemDetail = { field: 'reassign_leads_to', message: 'must be another agent' };
export const unfitAssignee: ProblemDetail = {
  field: 'reassign_leads_to',
  message: 'must be an agent of the workspace who is not inactive',
};

/** What is wrong with who shall lead a team; `lead` is the record of the id that is named, null when there is none. */
export function leaderFaults(lead: Pick<Agent, 'status'> | null): ProblemDetail[] {
  if (lead === null) return [unknownLead];
  return lead.status === 'inactive' ? [formerLead] : [];
}

/** What is wrong with who shall take the leads of the agent; `assignee` is the record of that id, null when there is none. */
export function assigneeFaults(
  agentId: string,
  assigneeId: string,
  assignee: Pick<Agent, 'status'> | null,
): ProblemDetail[] {
  if (assigneeId === agentId) return [sameAssignee];
  return assignee === null || assignee.status === 'inactive' ? [unfitAssignee] : [];
}
