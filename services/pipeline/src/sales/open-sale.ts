import type { Caller } from '@plotline/kit/caller';
import { conflict, invalid, notFound } from '@plotline/kit/errors';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { type DealTerms, sameTerms } from '../domain/deal.js';
import type { Lead } from '../domain/lead.js';
import { canClose, type Sale } from '../domain/sale.js';
import { giveUpSale } from './give-up-sale.js';
import { repairDueAt } from './sale-times.js';

/** The prefix of an id tells a unit from a property. Throws VALIDATION_ERROR for what is neither. */
function unitOf(listingId: string): string | null {
  if (listingId.startsWith('unit_')) return listingId;
  if (listingId.startsWith('prop_')) return null;
  throw invalid({ field: 'property_id', message: 'is no property or unit' });
}

async function rateOf({ agents }: Context, caller: Caller, lead: Lead, terms: DealTerms): Promise<number | null> {
  if (terms.commission !== null) return null;
  if (lead.assigned_agent === null) return 0;
  const [agent] = await agents.find(caller, [lead.assigned_agent]);
  return agent?.commission_rate ?? 0;
}

async function intention(context: Context, caller: Caller, lead: Lead, terms: DealTerms): Promise<Sale> {
  return {
    id: newId('deal'),
    version: 1,
    state: 'selling',
    lead_id: lead.id,
    unit_id: unitOf(terms.property_id),
    terms,
    agent_id: lead.assigned_agent,
    rate: await rateOf(context, caller, lead, terms),
    stage_since: lead.stage_since,
    fallback_currency: lead.budget?.currency ?? caller.currency,
    actor: caller.actor,
    request_id: caller.requestId,
    created_at: context.clock(),
    due_at: repairDueAt(caller),
    final_at: null,
    attempts: 0,
  };
}

/**
 * Stores the intention to sell, or joins the equal one that is under way. Null when the lead was changed meanwhile: look
 * again. Throws CONFLICT when another sale of the lead is under way.
 */
export async function openSale(context: Context, caller: Caller, lead: Lead, terms: DealTerms): Promise<Sale | null> {
  const sale = await context.sales.open(caller, await intention(context, caller, lead, terms));
  if (!sale) return null;
  if (!sameTerms(sale.terms, terms)) throw conflict('Another sale to this lead is under way.');
  // Read again: an equal sale may have ended between the first look and our intention, and this one must not follow it.
  const now = await context.leads.get(caller, lead.id);
  if (now && canClose(sale, now)) return sale;
  await giveUpSale(context, caller, sale, { sold: false });
  if (!now) throw notFound();
  return null;
}
