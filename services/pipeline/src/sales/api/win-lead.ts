import type { Caller } from '@plotline/kit/core/caller';
import { findFineAmounts, isValidEverywhere } from '@plotline/kit/core/currencies';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { assertMayCloseLead } from '../../leads/api/held-lead.js';
import type { Listings } from '../../peers/inventory.js';
import { findInstalmentFaults, type InstalmentBody, readInstalments } from '../../plans/model/instalment-faults.js';
import { unknownPlan } from '../../plans/model/payment-plan.js';
import { splitAmount } from '../model/split-amount.js';
import * as sales from '../work/win-lead.js';

/** Ids of the listing to sell: a property, a unit, or a unit together with its property. */
interface ListingIds {
  readonly property_id?: string | null;
  readonly unit_id?: string | null;
}

interface Body extends ListingIds {
  readonly deal_value: number;
  readonly commission?: number | null;
  readonly notes?: string | null;
  readonly payment_plan_id?: string | null;
  readonly instalments?: readonly InstalmentBody[] | null;
}

const noListing: ProblemDetail = { field: 'property_id', message: 'is required unless unit_id is sent' };

/** Returns the error for a commission above the value of the deal. */
function findCommissionFaults({ deal_value, commission }: Partial<Body>): ProblemDetail[] {
  if (typeof commission !== 'number' || typeof deal_value !== 'number' || commission <= deal_value) return [];
  return [{ field: 'commission', message: "can't be more than deal_value" }];
}

/** Finds errors that can be found without reading the listings. */
function findShapeFaults({ property_id, unit_id }: ListingIds): ProblemDetail[] {
  if (typeof unit_id === 'string') return unit_id.startsWith('unit_') ? [] : [sales.unknownListing('unit_id')];
  return typeof property_id === 'string' ? [] : [noListing];
}

/** Finds errors for ids that don't exist, and for a unit that isn't in the given property. */
async function findListingFaults(listings: Listings, caller: Caller, ids: ListingIds): Promise<ProblemDetail[]> {
  const faults = findShapeFaults(ids);
  if (faults.length > 0) return faults;
  const { property_id, unit_id } = ids;
  const [id, field] = unit_id ? [unit_id, 'unit_id' as const] : [property_id ?? '', 'property_id' as const];
  const [listing] = await listings.find(caller, [id]);
  if (!listing || listing.hidden) return [sales.unknownListing(field)];
  const agrees = !unit_id || !property_id || [unit_id, listing.property_id].includes(property_id);
  return agrees ? [] : [{ field: 'property_id', message: `must be ${listing.property_id}, the unit's property` }];
}

/** Finds errors in the instalments, and the error for sending them together with a plan. */
function findInstalmentsFaults({ payment_plan_id, instalments }: Partial<Body>): ProblemDetail[] {
  if (!instalments) return [];
  const both = { field: 'instalments', message: "can't be sent together with payment_plan_id" };
  return [...(payment_plan_id ? [both] : []), ...findInstalmentFaults(instalments)];
}

/** Returns the error for a plan that can't be used for the sale. */
async function findPlanFaults(
  { leads, paymentPlans }: Context,
  { caller, path }: Call<Partial<Body>>,
  { payment_plan_id }: Partial<Body>,
): Promise<ProblemDetail[]> {
  if (typeof payment_plan_id !== 'string') return [];
  const plan = await paymentPlans.get(caller, payment_plan_id);
  if (plan && !plan.archived_at) return [];
  // For a lead that is already won, the response contains its deal, whose plan may be archived by now.
  const lead = await leads.get(caller, path('id'));
  return lead && lead.deal_id === null ? [unknownPlan] : [];
}

/** Returns the percents of the instalments. Returns none if there is no plan. */
async function findPercents(
  { paymentPlans }: Context,
  caller: Caller,
  { payment_plan_id, instalments }: Partial<Body>,
): Promise<readonly number[]> {
  const plan = payment_plan_id ? await paymentPlans.get(caller, payment_plan_id) : null;
  return (instalments ?? plan?.instalments ?? []).map(({ percent }) => percent);
}

/** Returns the currency of the deal. Returns null if the lead doesn't exist or already has its deal. */
async function findCurrency(
  { leads, listings }: Context,
  { caller, path }: Call<Partial<Body>>,
  { property_id, unit_id }: Partial<Body>,
): Promise<string | null> {
  const [lead, [listing]] = await Promise.all([
    leads.get(caller, path('id')),
    listings.find(caller, [unit_id ?? property_id ?? '']),
  ]);
  // A lead that is already won needs no check. The sale returns its deal, or refuses different terms.
  if (!lead || lead.deal_id !== null) return null;
  return listing?.price?.currency || listing?.pricing?.currency || (lead.budget?.currency ?? caller.currency);
}

/**
 * Finds errors for amounts that have too many decimal places for the deal's currency. Also finds errors for a value
 * that is too small for one of the instalments. Small whole numbers are valid in every currency, so they need no
 * look-up.
 */
async function findAmountFaults(
  context: Context,
  call: Call<Partial<Body>>,
  body: Partial<Body>,
): Promise<ProblemDetail[]> {
  const { deal_value, commission } = body;
  const amounts = { deal_value, commission };
  const percents = await findPercents(context, call.caller, body);
  const areFine = percents.every((percent) => typeof deal_value !== 'number' || deal_value * percent >= 100);
  if (areFine && Object.values(amounts).every(isValidEverywhere)) return [];
  const currency = await findCurrency(context, call, body);
  if (currency === null) return [];
  const faults = findFineAmounts({ currency, amounts });
  if (faults.length > 0 || typeof deal_value !== 'number' || percents.length === 0) return faults;
  const hasEmpty = splitAmount(deal_value, percents, currency).includes(0);
  return hasEmpty ? [{ field: 'deal_value', message: `must leave no instalment that rounds to 0 ${currency}` }] : [];
}

/** POST /v1/leads/:id/won */
export function winLead(context: Context): InspectingHandler {
  const { listings } = context;
  return {
    handle: async (call: Call<Body>) => {
      await assertMayCloseLead(context, call.caller, call.path('id'));
      const { property_id, unit_id, deal_value, commission, notes, payment_plan_id, instalments } = call.body;
      // Only two different ids need a lookup. The sale itself checks whether a single id exists.
      const areTwo = Boolean(unit_id && property_id && unit_id !== property_id);
      const ofListing = areTwo ? await findListingFaults(listings, call.caller, call.body) : findShapeFaults(call.body);
      const ofInstalments = findInstalmentsFaults(call.body);
      const ofAmounts = ofInstalments.length > 0 ? [] : await findAmountFaults(context, call, call.body);
      const ofPlan = await findPlanFaults(context, call, call.body);
      const faults = [...findCommissionFaults(call.body), ...ofAmounts, ...ofListing, ...ofInstalments, ...ofPlan];
      if (faults.length > 0) throw invalid(...faults);
      const terms = {
        property_id: unit_id ?? property_id ?? '',
        value: deal_value,
        commission: commission ?? null,
        notes: notes ?? null,
        payment_plan_id: payment_plan_id ?? null,
        instalments: instalments ? readInstalments(instalments) : null,
      };
      return sales.winLead(context, call, call.path('id'), terms, {
        field: unit_id ? 'unit_id' : 'property_id',
        assert: (lead) => assertIfMatch(call.header, lead),
      });
    },
    inspect: async (call: Call<Partial<Body>>) => {
      const ofInstalments = findInstalmentsFaults(call.body);
      return [
        ...findCommissionFaults(call.body),
        ...(ofInstalments.length > 0 ? [] : await findAmountFaults(context, call, call.body)),
        ...(await findListingFaults(listings, call.caller, call.body)),
        ...ofInstalments,
        ...(await findPlanFaults(context, call, call.body)),
      ];
    },
  };
}
