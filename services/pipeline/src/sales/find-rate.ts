import type { Caller } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import type { DealTerms } from '../domain/deal.js';
import type { Lead } from '../domain/lead.js';

/** The commission rate of the lead's agent, 0 without one; null when the terms name a commission. */
export async function findRate(
  { agents }: Pick<Context, 'agents'>,
  caller: Caller,
  lead: Lead,
  terms: DealTerms,
): Promise<number | null> {
  if (terms.commission !== null) return null;
  if (lead.assigned_agent === null) return 0;
  const [agent] = await agents.find(caller, [lead.assigned_agent]);
  return agent?.commission_rate ?? 0;
}
