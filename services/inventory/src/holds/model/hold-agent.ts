/** Reassignment of a deactivated agent's records. `until` is null while it applies. */
export interface Reassignment {
  readonly agent_id: string;
  readonly assignee_id: string;
  readonly at: Date;
  readonly until: Date | null;
}

const getEnd = ({ until }: Reassignment): number => until?.getTime() ?? Number.POSITIVE_INFINITY;

/** Agent of a hold, and the time of the assignment. */
interface AgentOfHold {
  readonly agent_id: string;
  readonly since: Date;
}

/**
 * Returns the agent who gets a hold. Follows the agent's first reassignment that ended after the agent got the hold,
 * then the assignee's reassignment, and so on. Returns null if no reassignment applies.
 */
export function findNextAgent(reassignments: readonly Reassignment[], start: AgentOfHold): AgentOfHold | null {
  const followed = new Set<Reassignment>();
  let present = start;
  for (;;) {
    const { agent_id, since } = present;
    const [next] = reassignments
      .filter((one) => one.agent_id === agent_id && getEnd(one) > since.getTime() && !followed.has(one))
      .sort((one, other) => getEnd(one) - getEnd(other));
    if (!next) return present === start ? null : present;
    followed.add(next);
    present = { agent_id: next.assignee_id, since: new Date(Math.max(next.at.getTime(), since.getTime())) };
  }
}
