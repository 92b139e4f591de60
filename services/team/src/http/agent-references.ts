import type { Scope } from '@plotline/kit/caller';
import { invalid } from '@plotline/kit/errors';
import type { Context } from '../context.js';

/** Throws VALIDATION_ERROR unless the team, where one is named, is of the workspace. */
export async function assertTeam({ teams }: Context, scope: Scope, teamId: string | null | undefined): Promise<void> {
  if (teamId && !(await teams.get(scope, teamId))) {
    throw invalid({ field: 'team_id', message: 'must be a team of the workspace' });
  }
}

/** Throws VALIDATION_ERROR unless the agent, where one is named, is of the workspace. */
export async function assertAgent(
  { agents }: Context,
  scope: Scope,
  field: string,
  agentId: string | null | undefined,
): Promise<void> {
  if (agentId && !(await agents.get(scope, agentId))) {
    throw invalid({ field, message: 'must be an agent of the workspace' });
  }
}
