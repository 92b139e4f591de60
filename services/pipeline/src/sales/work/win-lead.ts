import type { Answer } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, invalid, notFound, Problem, type ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { clockSkewMs } from '@plotline/kit/core/time';
import { shareTransaction } from '@plotline/kit/store/connection/connection-shares';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import { readSetting } from '@plotline/protos/plotline/auth/v1/settings';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import type { SoldUnit } from '../../peers/inventory.js';
import { type PlannedInstalment, unknownPlan } from '../../plans/model/payment-plan.js';
import { type DealTerms, haveSameTerms } from '../model/deal.js';
import { canClose, type Sale } from '../model/sale.js';
import { commitSale, completeDeal, findRate, toWonAnswer } from './commit-sale.js';
import { abandonSale, findAbandoned, releaseFromEarlierSales } from './undo-sale.js';

const maxAttempts = 5;

/**
 * Returns the answer for a lead that is already won on these terms. Returns null if the lead has no deal. Throws
 * CONFLICT when it was won on other terms.
 */
async function findWonAnswer(context: Context, caller: Caller, lead: Lead, terms: DealTerms): Promise<Answer | null> {
  const { deals } = context;
  if (lead.deal_id === null) return null;
  const deal = await deals.getExisting(caller, lead.deal_id);
  if (haveSameTerms(deal.terms, terms)) return toWonAnswer(lead, await completeDeal(context, caller, deal));
  throw conflict('The lead is already won with other values. Move it to another stage first.', 'lead_already_won', {
    deal_id: deal.id,
  });
}

/** Field of the request with the listing to sell. */
export type ListingField = 'property_id' | 'unit_id';

/** Returns the error for a field that contains no id of a sellable listing. */
export function unknownListing(field: ListingField): ProblemDetail {
  return {
    field,
    message: `must be the id of a ${field === 'unit_id' ? 'unit' : 'property or unit'} of this workspace`,
  };
}

/** Returns the id of a unit, or null for a property's id. Throws VALIDATION_ERROR for other ids. */
function parseUnitId(listingId: string): string | null {
  if (listingId.startsWith('unit_')) return listingId;
  if (listingId.startsWith('prop_')) return null;
  throw invalid(unknownListing('property_id'));
}

/** Returns the instalments of a sale; null for one invoice. Throws VALIDATION_ERROR when the plan can't be used. */
async function findInstalments(
  { paymentPlans }: Context,
  caller: Caller,
  { payment_plan_id, instalments }: DealTerms,
): Promise<readonly PlannedInstalment[] | null> {
  if (!payment_plan_id) return instalments ?? null;
  const plan = await paymentPlans.get(caller, payment_plan_id);
  if (!plan || plan.archived_at) throw invalid(unknownPlan);
  return plan.instalments;
}

async function createSale(context: Context, caller: Caller, lead: Lead, terms: DealTerms): Promise<Sale> {
  return {
    id: newId('deal'),
    version: 1,
    state: 'selling',
    lead_id: lead.id,
    unit_id: parseUnitId(terms.property_id),
    terms,
    instalments: await findInstalments(context, caller, terms),
    time_zone: caller.timeZone,
    invoice_lead_days: readSetting(caller, 'invoice_lead_days'),
    agent_id: lead.assigned_agent,
    rate: await findRate(context, caller, lead, terms),
    stage_entered_at: lead.stage_entered_at,
    fallback_currency: lead.budget?.currency ?? caller.currency,
    actor: caller.actor,
    request_id: caller.requestId,
    created_at: context.clock(),
    // By then, this request has ended.
    resume_at: new Date(caller.deadline + clockSkewMs),
    undone_at: null,
    attempts: 0,
  };
}

/**
 * Stores the sale as `Sales.open` does. Also locks its plan, so that the plan isn't deleted while the sale, and later
 * its deal, uses it.
 */
function insertSale({ sales, paymentPlans, runtime }: Context, caller: Caller, sale: Sale): Promise<Sale | null> {
  const planId = sale.terms.payment_plan_id;
  if (!planId) return sales.open(caller, sale);
  const database = runtime.databases[caller.mode];
  return sales.open(caller, sale, (insert) =>
    shareTransaction(database, caller, () =>
      runInTransaction(database, caller.deadline, async (session) => {
        if (!(await paymentPlans.lockForSale(caller, planId, session))) throw invalid(unknownPlan);
        await insert(session);
      }),
    ),
  );
}

/**
 * Stores a sale, or joins one with the same terms that is in progress. Returns null if the lead was changed meanwhile.
 * Throws CONFLICT if a different sale to the lead is in progress.
 */
async function openSale(context: Context, caller: Caller, lead: Lead, terms: DealTerms): Promise<Sale | null> {
  const own = await createSale(context, caller, lead, terms);
  const sale = await insertSale(context, caller, own);
  if (!sale) return null;
  if (!haveSameTerms(sale.terms, terms))
    throw conflict('Another sale to this lead is in progress. Try again when it has ended.', 'sale_in_progress', {
      lead_id: lead.id,
    });
  // The lead is read again. A sale with the same terms may have won it between the first read and the insert of this
  // sale.
  const current = await context.leads.get(caller, lead.id);
  if (current && canClose(sale, current)) return sale;
  // The request that began the joined sale may have sold the unit and crashed.
  await abandonSale(context, caller, sale, { maybeSold: sale.id !== own.id });
  if (!current) throw await context.leads.merged.describeMissing(caller, lead.id);
  return null;
}

async function sellListing(context: Context, caller: Caller, sale: Sale): Promise<SoldUnit> {
  const { units, listings } = context;
  const { id, lead_id, unit_id, terms, created_at } = sale;
  if (unit_id !== null) {
    const abandonedIds = await findAbandoned(context, caller, sale);
    return units.sell(caller, unit_id, { id, leadId: lead_id, beganAt: created_at, abandonedIds });
  }
  const [property] = await listings.find(caller, [terms.property_id]);
  if (!property) throw notFound();
  return { propertyId: property.id, currency: property.pricing?.currency || null, deposit: null };
}

/** Returns whether inventory refused the sale. After any other error, the unit may or may not be sold. */
function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && ['NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'].includes(error.code);
}

/**
 * Sells the unit. Releases the unit first if it is still sold to an earlier sale to the lead, which ended without a
 * deal.
 */
async function sellToLead(context: Context, caller: Caller, sale: Sale): Promise<SoldUnit> {
  try {
    return await sellListing(context, caller, sale);
  } catch (error) {
    if (!isRefusal(error) || !(await releaseFromEarlierSales(context, caller, sale))) throw error;
    return sellListing(context, caller, sale);
  }
}

/**
 * Ends the sale. Resolves to null if the lead has moved since the sale began, because the sale would not have won the
 * lead anyway.
 */
async function endRefusedSale(
  context: Context,
  caller: Caller,
  sale: Sale,
  { refusal, field }: { readonly refusal: Problem; readonly field: ListingField },
): Promise<Answer | null> {
  await abandonSale(context, caller, sale, { maybeSold: false });
  // Inventory may have refused the unit because a request with the same terms has already won the lead with it.
  const lead = await context.leads.get(caller, sale.lead_id);
  const answer = lead && (await findWonAnswer(context, caller, lead, sale.terms));
  if (answer) return answer;
  if (lead && !canClose(sale, lead)) return null;
  if (refusal.code === 'NOT_FOUND') throw invalid(unknownListing(field));
  throw refusal;
}

/**
 * Completes a stored sale from its current step. Resolves to the answer with lead and deal, or to null if the sale was
 * abandoned in the meantime. A refusal ends the sale, and the call rejects with it. SERVICE_UNAVAILABLE keeps the sale.
 */
export async function completeSale(
  context: Context,
  command: Command,
  sale: Sale,
  field: ListingField = 'property_id',
): Promise<Answer | null> {
  let unit: SoldUnit;
  try {
    unit = await sellToLead(context, command.caller, sale);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return endRefusedSale(context, command.caller, sale, { refusal: error, field });
  }
  return commitSale(context, command, sale, unit);
}

/** Options of a request that wins a lead. */
interface WinOptions {
  /** Request field that the error names if the listing is refused. */
  readonly field?: ListingField;
  /** Checks the version of the lead. Throws a Problem if the check fails. */
  readonly assert?: (lead: Lead) => void;
}

/**
 * Wins a lead with a property or a unit. Resolves to the answer with lead and deal. A repeated call resolves to the
 * same deal. Rejects with NOT_FOUND, CONFLICT (won on other terms, unit not for sale), VALIDATION_ERROR (no such
 * listing) or the error of `assert`. Also rejects with SERVICE_UNAVAILABLE, after which a repeated call or the repair
 * may still complete the sale.
 */
export async function winLead(
  context: Context,
  command: Command,
  leadId: string,
  terms: DealTerms,
  { field, assert }: WinOptions = {},
): Promise<Answer> {
  const { caller } = command;
  for (let count = 0; count < maxAttempts; count += 1) {
    const lead = await context.leads.getExisting(caller, leadId);
    assert?.(lead);
    const known = await findWonAnswer(context, caller, lead, terms);
    if (known) return known;
    const sale = await openSale(context, caller, lead, terms);
    const answer = sale && (await completeSale(context, command, sale, field));
    if (answer) return answer;
  }
  throw conflict('Too many requests are changing the lead. Try again.', 'record_busy');
}
