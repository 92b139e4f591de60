import type { Caller } from '@plotline/kit/caller';
import { conflict } from '@plotline/kit/errors';
import type { Context } from '../context.js';
import { type DealTerms, sameTerms } from '../domain/deal.js';
import type { Lead } from '../domain/lead.js';
import { toWon, type Won } from './won-answer.js';

/** The lead with its deal if it is won on these terms; null when it has no deal. Throws CONFLICT when it is won on others. */
export async function findWon(
  context: Pick<Context, 'deals' | 'leads'>,
  caller: Caller,
  lead: Lead,
  terms: DealTerms,
): Promise<Won | null> {
  if (lead.deal_id === null) return null;
  const deal = await context.deals.expect(caller, lead.deal_id);
  if (sameTerms(deal.terms, terms)) return toWon(context, lead, deal);
  throw conflict('The lead is won already with other values; move it to another stage first.');
}
