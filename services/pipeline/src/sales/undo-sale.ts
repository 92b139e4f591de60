import type { Caller } from '@plotline/kit/caller';
import { requestLifetimeMs } from '@plotline/kit/deadline';
import { toProblem } from '@plotline/kit/errors';
import { addDelay } from '@plotline/kit/jobs/due-work';
import type { EntryInput } from '@plotline/kit/journal/entry';
import type { Context } from '../context.js';
import { countDeal } from '../domain/count-records.js';
import type { Counter } from '../domain/counter.js';
import { type Commission, cancelCommission, cancelDeal, type Deal, type Invoice, voidInvoice } from '../domain/deal.js';
import type { Lead } from '../domain/lead.js';
import { createRelease, type Sale } from '../domain/sale.js';
import type { RecordVersions } from '../store/sale-records.js';

/** A cancelled deal with its records, to be stored in one transaction. */
export interface Cancellation {
  readonly deal: RecordVersions<Deal>;
  readonly invoice: RecordVersions<Invoice>;
  readonly commission: RecordVersions<Commission>;
  /** The counters of the deal before its cancellation. */
  readonly counters: readonly Counter[];
  /** Null when the deal has no unit. */
  readonly release: Sale | null;
}

/** Cancels the deal of a lead, without storing it. Throws CONFLICT when the invoice is paid. */
export async function cancelLeadDeal(
  context: Context,
  caller: Caller,
  lead: Lead,
  { dealId, now }: { readonly dealId: string; readonly now: Date },
): Promise<Cancellation> {
  const [deal, invoice, commission] = await Promise.all([
    context.deals.getExisting(caller, dealId),
    context.invoices.getByDeal(caller, dealId),
    context.commissions.getByDeal(caller, dealId),
  ]);
  return {
    deal: { before: deal, after: cancelDeal(deal, now) },
    invoice: { before: invoice, after: voidInvoice(invoice, now) },
    commission: { before: commission, after: cancelCommission(commission, now) },
    counters: countDeal(deal, invoice.status),
    release: createRelease(deal, lead, caller, now),
  };
}

/** The timeline entry of a cancelled deal. */
export function describeCancellation(deal: Deal): EntryInput {
  return {
    subject: deal.lead_id,
    type: 'deal_cancelled',
    description: `The deal ${deal.id} was cancelled and its invoice voided.`,
    attributes: { deal_id: deal.id },
    events: [],
  };
}

/**
 * Ends a sale without a deal. The sale of a unit becomes a release: an equal request that joined the sale, or a delayed
 * call, may still sell the unit, which is then released. `isSold`: the unit is known to be sold.
 */
export async function abandonSale(
  { sales, clock }: Pick<Context, 'sales' | 'clock'>,
  caller: Caller,
  { id, unit_id }: Sale,
  { isSold }: { readonly isSold: boolean },
): Promise<void> {
  if (unit_id === null) {
    await sales.end(caller, id);
    return;
  }
  const now = clock();
  const dueAt = isSold ? now : addDelay(now, requestLifetimeMs);
  await sales.turnIntoRelease(caller, id, { undoneAt: now, dueAt });
}

/** Releases a unit at once if inventory answers; otherwise the repair does, as the release is stored. Never rejects. */
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
    runtime.log.warn({ err: error, unit: unitId, deal: dealId }, 'the unit will be released later');
  }
}
