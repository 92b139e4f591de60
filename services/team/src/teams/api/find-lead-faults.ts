import type { Tenant } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import { findTeamLeadFaults, type TeamInput } from '../model/team.js';

/** Returns an error if the team lead in a body is not an agent of the workspace, or is deactivated. */
export async function findLeadFaults(
  { agents }: Pick<Context, 'agents'>,
  tenant: Tenant,
  { lead_agent_id }: TeamInput,
): Promise<ProblemDetail[]> {
  return typeof lead_agent_id === 'string' ? findTeamLeadFaults(await agents.get(tenant, lead_agent_id)) : [];
}
