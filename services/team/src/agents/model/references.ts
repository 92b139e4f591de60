import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Agent } from './agent.js';

export const unknownTeam: ProblemDetail = { field: 'team_id', message: 'must be the id of a team of this workspace' };
const unknownLead: ProblemDetail = { field: 'lead_agent_id', message: 'must be the id of an agent of this workspace' };
const inactiveLead: ProblemDetail = { field: 'lead_agent_id', message: 'must not be a deactivated agent' };
export const sameAssignee: ProblemDetail = { field: 'reassign_leads_to', message: 'must be the id of another agent' };
export const unavailableAssignee: ProblemDetail = {
  field: 'reassign_leads_to',
  message: 'must be the id of an agent of this workspace who is not inactive',
};

/** Finds the faults of a team's new lead. Null is an unknown agent. */
export function findTeamLeadFaults(lead: Pick<Agent, 'status'> | null): ProblemDetail[] {
  if (lead === null) return [unknownLead];
  return lead.status === 'inactive' ? [inactiveLead] : [];
}

/** Finds the faults of the agent who is to get the leads of another. A null `assignee` is an unknown agent. */
export function findAssigneeFaults(
  agentId: string,
  assigneeId: string,
  assignee: Pick<Agent, 'status'> | null,
): ProblemDetail[] {
  if (assigneeId === agentId) return [sameAssignee];
  return assignee === null || assignee.status === 'inactive' ? [unavailableAssignee] : [];
}
