import type { Caller } from '@plotline/kit/caller';
import { conflict, notFound } from '@plotline/kit/errors';
import type { Context } from '../context.js';
import type { DealTerms } from '../domain/deal.js';
import { completeSale } from './complete-sale.js';
import { findWon, type Won } from './find-won.js';
import { openSale } from './open-sale.js';

const attempts = 5;

/**
 * Wins a lead with a property or a unit; the same call again gives the same deal. Rejects with NOT_FOUND, CONFLICT (won on
 * other terms, unit not for sale), VALIDATION_ERROR (no such listing), or SERVICE_UNAVAILABLE: then the sale may still be
 * completed, by the same call again or by the repair.
 */
export async function winLead(context: Context, caller: Caller, leadId: string, terms: DealTerms): Promise<Won> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const lead = await context.leads.get(caller, leadId);
    if (!lead) throw notFound();
    const done = await findWon(context, caller, lead, terms);
    if (done) return done;
    const sale = await openSale(context, caller, lead, terms);
    const won = sale && (await completeSale(context, caller, sale));
    if (won) return won;
  }
  throw conflict('The lead is being changed by many at once; try again.');
}
