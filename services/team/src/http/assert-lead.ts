import type { Scope } from '@plotline/kit/caller';
import { invalid } from '@plotline/kit/errors';
import type { Context } from '../context.js';

/** Throws VALIDATION_ERROR unless the team's lead, where one is named, is an agent of the workspace. */
export async function assertLead({ agents }: Context, scope: Scope, agentId: string | null | undefined): Promise<void> {
  if (agentId && !(await agents.get(scope, agentId))) {
    throw invalid({ field: 'lead_agent_id', message: 'must be an agent of the workspace' });
  }
}
