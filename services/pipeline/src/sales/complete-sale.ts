import type { Caller } from '@plotline/kit/caller';
import { invalid, notFound, Problem } from '@plotline/kit/errors';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Context } from '../context.js';
import type { Sale } from '../domain/sale.js';
import type { SoldUnit } from '../peers/units.js';
import { commitSale } from './commit-sale.js';
import { findWon } from './find-won.js';
import { giveUpSale } from './give-up-sale.js';
import type { Won } from './won-answer.js';

async function sellListing({ units, listings }: Context, caller: Caller, sale: Sale): Promise<SoldUnit> {
  const { id, lead_id, unit_id, terms } = sale;
  if (unit_id !== null) return units.sell(caller, unit_id, { id, leadId: lead_id });
  const [property] = await listings.find(caller, [terms.property_id]);
  if (!property) throw notFound();
  return { propertyId: property.id, currency: property.pricing?.currency || null };
}

/** Inventory has decided against it; anything else leaves open whether the unit is sold. */
function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && ['NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'].includes(error.code);
}

async function endRefused(context: Context, caller: Caller, sale: Sale, refusal: Problem): Promise<Won> {
  await giveUpSale(context, caller, sale, { sold: false });
  // The unit may be refused because an equal call has won the lead with it.
  const lead = await context.leads.get(caller, sale.lead_id);
  const won = lead && (await findWon(context, caller, lead, sale.terms));
  if (won) return won;
  if (refusal.code === 'NOT_FOUND') throw invalid({ field: 'property_id', message: 'is no property or unit' });
  throw refusal;
}

/**
 * Carries out a stored sale from wherever it got to. Null when it was given up meanwhile: begin again. Rejects with what
 * it was refused for, and the sale is over; or with SERVICE_UNAVAILABLE, and the sale stays for the next who tries.
 */
export async function completeSale(context: Context, command: Command, sale: Sale): Promise<Won | null> {
  const { caller } = command;
  let unit: SoldUnit;
  try {
    unit = await sellListing(context, caller, sale);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return endRefused(context, caller, sale, error);
  }
  return commitSale(context, command, sale, unit);
}
