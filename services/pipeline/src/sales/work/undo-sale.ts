import type { Caller } from '@plotline/kit/core/caller';
import { toProblem } from '@plotline/kit/core/errors';
import { clockSkewMs, requestBudgetMs, requestLifetimeMs } from '@plotline/kit/core/time';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import { diff, type EntryInput, type EventInput, previousValues } from '@plotline/kit/store/journal/entry';
import { nextVersion } from '@plotline/kit/store/records/guarded-update';
import { addDelay } from '@plotline/kit/tasks/deferred-jobs';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import type { Counter } from '../../counters/model/counter.js';
import type { Lead } from '../../leads/model/lead.js';
import { type Commission, cancelCommission } from '../model/commission.js';
import { countDeal } from '../model/count-deal.js';
import { cancelDeal, type Deal, type Invoice, voidInvoice } from '../model/deal.js';
import { toDealJson, toInvoiceJson } from '../model/deal-json.js';
import { type Instalment, setStatus } from '../model/instalment.js';
import { createRelease, type Sale } from '../model/sale.js';
import type { RecordVersions } from '../store/sale-records.js';

/** Cancelled deal with its records, to be stored in one transaction. */
export interface Cancellation {
  readonly deal: RecordVersions<Deal>;
  /** Invoices that this cancellation voids. */
  readonly invoices: readonly RecordVersions<Invoice>[];
  readonly instalments: readonly RecordVersions<Instalment>[];
  readonly commission: RecordVersions<Commission>;
  /** Counters of the deal before its cancellation. */
  readonly counters: readonly Counter[];
  /** Null when the deal has no unit. */
  readonly release: Sale | null;
}

/** Deal with its commission, invoices and instalments. */
export interface DealRecordSet {
  readonly deal: Deal;
  readonly invoices: readonly Invoice[];
  readonly instalments: readonly Instalment[];
  readonly commission: Commission;
}

/** Reads the deal of a lead with its records. A missing record is an internal error. */
export async function readDealRecords(context: Context, caller: Caller, dealId: string): Promise<DealRecordSet> {
  // The deal is read first, because every later change of the other records also changes the deal.
  const deal = await context.deals.getExisting(caller, dealId);
  const [invoices, instalments, commission] = await Promise.all([
    context.invoices.listOfDeals(caller, [dealId]),
    context.instalments.listOfDeal(caller, dealId),
    context.commissions.getByDeal(caller, dealId),
  ]);
  return { deal, invoices, instalments, commission };
}

/** Returns the records that the decision changes. */
function changeEach<T>(records: readonly T[], change: (record: T) => T): RecordVersions<T>[] {
  return records.map((before) => ({ before, after: change(before) })).filter(({ before, after }) => before !== after);
}

/** Cancels the deal of a lead without storing the result. Throws CONFLICT if any part of it is paid. */
export function cancelLeadDeal(
  { deal, invoices, instalments, commission }: DealRecordSet,
  lead: Lead,
  caller: Caller,
  now: Date,
): Cancellation {
  return {
    deal: { before: deal, after: cancelDeal(deal, now) },
    invoices: changeEach(invoices, (invoice) => voidInvoice(invoice, now)),
    instalments: changeEach(instalments, (instalment) => setStatus(instalment, 'cancelled', now)),
    commission: { before: commission, after: cancelCommission(commission, now) },
    counters: countDeal(deal),
    release: createRelease(deal, lead, caller, now),
  };
}

function describeVoided({ before, after }: RecordVersions<Invoice>, timeZone: string): EventInput {
  const today = toLocalDay(after.updated_at, timeZone);
  const data = toInvoiceJson(after, today);
  const previous = previousValues(diff(toInvoiceJson(before, today), data));
  return { name: 'invoice.voided', version: nextVersion(before, after), data, previous };
}

/**
 * Creates the entries of a cancelled deal: one in the timeline of its lead, and one with the events of the deal and its
 * invoices.
 */
export function describeCancellation(
  { deal: { before, after: deal }, invoices }: Cancellation,
  { timeZone }: Pick<Caller, 'timeZone'>,
): EntryInput[] {
  const dealData = toDealJson(deal);
  const voided =
    invoices.length === 1 ? ' and its invoice voided' : invoices.length > 1 ? ' and its invoices voided' : '';
  const description = `The deal ${deal.id} was cancelled${voided}.`;
  const cancelling = { type: 'deal_cancelled', description };
  const events = [
    {
      name: 'deal.cancelled',
      version: nextVersion(before, deal),
      data: dealData,
      previous: previousValues(diff(toDealJson(before), dealData)),
    },
    ...invoices.map((invoice) => describeVoided(invoice, timeZone)),
  ];
  return [
    { ...cancelling, subject: deal.lead_id, attributes: { deal_id: deal.id }, events: [] },
    { ...cancelling, subject: deal.id, events },
  ];
}

/**
 * Delay before the first release. A call that was running when the sale ended may still have sold the unit. With a
 * short delay, the unit is soon available again.
 */
const firstDelayMs = 2_000;

/**
 * Delays of the repeated releases of a unit: after short calls, after the deadline of running requests, and after all
 * requests have ended.
 */
export const releaseDelaysMs = [firstDelayMs, requestBudgetMs + clockSkewMs, requestLifetimeMs];

/**
 * Ends a sale without a deal. Returns false if it had already ended. The sale of a unit becomes a release, because a
 * delayed call, or a request that joined the sale, may still sell the unit. If `maybeSold` is true, the unit may be
 * sold already, so it is also released immediately.
 */
export async function abandonSale(
  context: Pick<Context, 'sales' | 'units' | 'runtime' | 'clock'>,
  caller: Caller,
  sale: Sale,
  { maybeSold }: { readonly maybeSold: boolean },
): Promise<boolean> {
  const { sales, clock } = context;
  if (sale.unit_id === null) return sales.end(caller, sale.id);
  const now = clock();
  const resumeAt = maybeSold ? now : addDelay(now, firstDelayMs);
  const isEnded = await sales.turnIntoRelease(caller, sale.id, { undoneAt: now, resumeAt });
  if (isEnded && maybeSold) await tryReleaseUnit(context, caller, sale);
  return isEnded;
}

/**
 * Finds the earlier sales of the unit to the lead that never became a deal. Inventory may have converted the lead's
 * hold for such a sale.
 */
export async function findAbandoned({ sales, deals }: Context, caller: Caller, sale: Sale): Promise<readonly string[]> {
  const { id, lead_id, unit_id } = sale;
  if (unit_id === null) return [];
  const releases = await sales.findReleases(caller, lead_id, unit_id);
  const earlier = releases.map((release) => release.id).filter((one) => one !== id);
  if (earlier.length === 0) return [];
  const cancelled = new Set((await deals.getMany(caller, earlier)).map((deal) => deal.id));
  return earlier.filter((one) => !cancelled.has(one));
}

/** Releases the unit from earlier sales to the lead that ended without a deal. Resolves to whether there were any. */
export async function releaseFromEarlierSales({ sales, units }: Context, caller: Caller, sale: Sale): Promise<boolean> {
  const { id, lead_id, unit_id } = sale;
  if (unit_id === null) return false;
  const earlier = (await sales.findReleases(caller, lead_id, unit_id)).filter((release) => release.id !== id);
  for (const release of earlier) await units.release(caller, unit_id, release.id);
  return earlier.length > 0;
}

/**
 * Releases a unit immediately if inventory is available. Otherwise the repair releases it later, because the release is
 * stored. Never rejects.
 */
export async function tryReleaseUnit(
  { units, runtime }: Pick<Context, 'units' | 'runtime'>,
  caller: Caller,
  { unit_id: unitId, id: dealId }: Pick<Sale, 'id' | 'unit_id'>,
): Promise<void> {
  if (unitId === null) return;
  try {
    await units.release(caller, unitId, dealId);
  } catch (error) {
    if (toProblem(error).code === 'NOT_FOUND') return;
    const fields = { err: error, unit: unitId, deal: dealId, ...toLogFields(caller) };
    runtime.log.warn(fields, 'unit release deferred');
  }
}
