import type { Tenant } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import { unknownTeam } from '../../teams/model/team.js';

/**
 * Returns whether agents have accounts. Agents of the sandbox have none: they get no invitation and can't accept one.
 */
export function hasAccounts({ mode }: Tenant): boolean {
  return mode === 'live';
}

/** Returns an error if the team in a body isn't in the workspace. */
export async function findTeamFaults(
  { teams }: Pick<Context, 'teams'>,
  tenant: Tenant,
  { team_id }: { readonly team_id?: string | null },
): Promise<ProblemDetail[]> {
  return typeof team_id === 'string' && !(await teams.get(tenant, team_id)) ? [unknownTeam] : [];
}
