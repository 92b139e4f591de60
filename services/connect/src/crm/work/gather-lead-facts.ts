import type { Caller } from '@plotline/kit/core/caller';
import type { LeadCopy } from '@plotline/protos/plotline/pipeline/v1/lead_copies';
import type { Context } from '../../context.js';
import { type LeadFacts, toLeadUrl } from './to-crm.js';

const isId = (id: string | undefined): id is string => id !== undefined && id !== '';

/** Reads the data of other services that a CRM gets with a lead. Rejects with a Problem. */
export async function gatherLeadFacts(
  { leadReader, dashboardUrl }: Pick<Context, 'leadReader' | 'dashboardUrl'>,
  caller: Caller,
  { id, assigned_agent, deals }: LeadCopy,
): Promise<LeadFacts> {
  const agentIds = [assigned_agent, ...deals.map(({ agent_id }) => agent_id)].filter(isId);
  const listingIds = deals.map(({ unit_id, property_id }) => unit_id ?? property_id).filter(isId);
  const [emails, names] = await Promise.all([
    leadReader.findEmails(caller, [...new Set(agentIds)]),
    leadReader.nameListings(caller, [...new Set(listingIds)]),
  ]);
  return { emails, names, url: toLeadUrl(dashboardUrl, caller, id) };
}
