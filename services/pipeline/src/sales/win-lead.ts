import { conflict, notFound } from '@plotline/kit/errors';
import type { Command } from '@plotline/kit/idempotency/command';
import { retryOnConflict, VersionConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { Context } from '../context.js';
import type { DealTerms } from '../domain/deal.js';
import { completeSale } from './complete-sale.js';
import { findWon } from './find-won.js';
import { openSale } from './open-sale.js';
import type { Won } from './won-answer.js';

const maxAttempts = 5;
const exhausted = () => conflict('The lead is being changed by many at once; try again.');

async function tryWinning(context: Context, command: Command, leadId: string, terms: DealTerms): Promise<Won> {
  const { caller } = command;
  const lead = await context.leads.get(caller, leadId);
  if (!lead) throw notFound();
  const done = await findWon(context, caller, lead, terms);
  if (done) return done;
  const sale = await openSale(context, caller, lead, terms);
  const won = sale && (await completeSale(context, command, sale));
  if (!won) throw new VersionConflict();
  return won;
}

/**
 * Wins a lead with a property or a unit; the same call again gives the same deal. Rejects with NOT_FOUND, CONFLICT (won on
 * other terms, unit not for sale), VALIDATION_ERROR (no such listing), or SERVICE_UNAVAILABLE: then the sale may still be
 * completed, by the same call again or by the repair.
 */
export function winLead(context: Context, command: Command, leadId: string, terms: DealTerms): Promise<Won> {
  return retryOnConflict(() => tryWinning(context, command, leadId, terms), { maxAttempts, exhausted });
}
