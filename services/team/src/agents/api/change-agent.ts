import type { Answer } from '@plotline/kit/core/answer';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { ChangedRecord } from '@plotline/kit/store/records/change-record';
import type { Context } from '../../context.js';
import type { Agent } from '../model/agent.js';
import type { AgentChangeDescription } from '../store/agent-entry.js';
import { reportRole } from './report-role.js';

/**
 * Applies a decision to an agent like `Agents.change`, and then reports a changed role or status to the auth service.
 */
export async function changeAgent<A extends Answer | undefined>(
  context: Pick<Context, 'agents' | 'accounts' | 'runtime'>,
  command: Command,
  id: string,
  description: AgentChangeDescription,
  decide: (agent: Agent, at: Date) => Agent,
  toAnswer: (agent: Agent) => A,
): Promise<ChangedRecord<Agent, A>> {
  let former: Agent | null = null;
  const decideOn = (before: Agent, at: Date) => {
    former = before;
    return decide(before, at);
  };
  const changed = await context.agents.change(command, id, description, decideOn, toAnswer);
  await reportRole(context, command.caller, former, changed.record);
  return changed;
}
