import type { Tenant } from '@plotline/kit/caller';
import type { ProblemDetail } from '@plotline/kit/errors';
import type { Context } from '../context.js';
import { leaderFaults, unknownTeam } from '../domain/references.js';

/** The fault of a body that names a team which the workspace does not have. */
export async function teamFaults(
  { teams }: Context,
  tenant: Tenant,
  { team_id }: { readonly team_id?: string | null },
): Promise<ProblemDetail[]> {
  return typeof team_id === 'string' && !(await teams.get(tenant, team_id)) ? [unknownTeam] : [];
}

/** The fault of a body that makes somebody a team's lead who is no agent of the workspace, or has been deactivated. */
export async function leadFaults(
  { agents }: Context,
  tenant: Tenant,
  { lead_agent_id }: { readonly lead_agent_id?: string | null },
): Promise<ProblemDetail[]> {
  return typeof lead_agent_id === 'string' ? leaderFaults(await agents.get(tenant, lead_agent_id)) : [];
}
