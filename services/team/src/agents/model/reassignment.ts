import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Agent } from './agent.js';

/** Reassignment of an agent's leads to an assignee. */
export interface Reassignment {
  readonly agent_id: string;
  readonly assignee_id: string;
}

export const sameAssignee: ProblemDetail = { field: 'reassign_leads_to', message: 'must be the id of another agent' };
export const unavailableAssignee: ProblemDetail = {
  field: 'reassign_leads_to',
  message: 'must be the id of an agent of this workspace who is not inactive',
};

/** Finds the reasons why an agent can't get another agent's leads. `assignee` is null if the agent is unknown. */
export function findAssigneeFaults(
  agentId: string,
  assigneeId: string,
  assignee: Pick<Agent, 'status'> | null,
): ProblemDetail[] {
  if (assigneeId === agentId) return [sameAssignee];
  return assignee === null || assignee.status === 'inactive' ? [unavailableAssignee] : [];
}
