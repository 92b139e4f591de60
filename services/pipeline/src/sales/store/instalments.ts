import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Index } from '@plotline/kit/store/indexes';
import type { TimeRanges } from '@plotline/kit/store/lists/access-path';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { type ClientSession, Schema } from 'mongoose';
import type { AmountSum, DayRange } from '../model/amount-sum.js';
import {
  getInvoiceDay,
  getInvoicingMilestone,
  getWait,
  type Instalment,
  toMilestoneWait,
} from '../model/instalment.js';
import { deriveMinorUnits, sumAmounts } from './amount-sums.js';
import { type SaleListQuery, SaleRecords, toSaleFilter } from './sale-records.js';

const instalmentSchema = createRecordSchema({
  deal_id: String,
  position: Number,
  property_id: String,
  label: String,
  percent: Number,
  amount: Number,
  currency: String,
  due: Schema.Types.Mixed,
  due_on: String,
  status: String,
  invoice_id: String,
  lead_days: Number,
  created_at: Date,
  updated_at: Date,
});

const newestFirst = { created_at: -1, _id: -1 } as const;

const instalmentIndexes: readonly Index[] = [
  { name: 'plan', keys: { workspace_id: 1, deal_id: 1, position: 1 }, unique: true },
  { name: 'deal_id', keys: { workspace_id: 1, deal_id: 1, ...newestFirst } },
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  {
    name: 'wait',
    keys: { workspace_id: 1, 'derived.wait': 1, _id: 1 },
    partialFilterExpression: { 'derived.wait': { $exists: true } },
  },
  {
    name: 'invoiced_by',
    keys: { workspace_id: 1, 'derived.invoiced_by': 1 },
    partialFilterExpression: { 'derived.invoiced_by': { $exists: true } },
  },
  { name: 'due_on', keys: { workspace_id: 1, due_on: 1, _id: 1 } },
  {
    name: 'invoice_day',
    keys: { workspace_id: 1, 'derived.invoice_day': 1, _id: 1 },
    partialFilterExpression: { 'derived.invoice_day': { $exists: true } },
  },
];

/**
 * Derives the fields for finding planned instalments: the milestone or completion that they wait for, and the day of
 * their invoice. Also derives the milestone for which an instalment was invoiced, and the amount in a form that can be
 * summed.
 */
function deriveInstalment(instalment: Instalment) {
  return {
    wait: getWait(instalment) ?? undefined,
    invoice_day: getInvoiceDay(instalment) ?? undefined,
    invoiced_by: getInvoicingMilestone(instalment) ?? undefined,
    ...deriveMinorUnits(instalment),
  };
}

/** Filters of the instalments of a deal. */
export type InstalmentQuery = Pick<SaleListQuery, 'status' | keyof TimeRanges>;

/** Stored instalments of deals. */
export class Instalments extends SaleRecords<Instalment> {
  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    super(
      runtime.collection<Instalment>({
        name: 'instalments',
        schema: instalmentSchema,
        indexes: instalmentIndexes,
        derive: deriveInstalment,
      }),
    );
  }

  /** Recomputes the derived fields. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.collection, mode, progress);
  }

  /** Returns the instalments of a deal in the order of its plan. */
  listOfDeal(tenant: Tenant, dealId: string, session?: ClientSession): Promise<Instalment[]> {
    const options = { hint: 'plan', sort: { position: 1 }, ...(session && { session }) } as const;
    return this.collection.in(tenant).find({ deal_id: dealId }, options);
  }

  /** Returns the instalments of a deal that match the filters, in the order of its plan. */
  listMatches(tenant: Tenant, dealId: string, query: InstalmentQuery): Promise<Instalment[]> {
    const filter = { ...toSaleFilter(query), deal_id: dealId };
    return this.collection.in(tenant).find(filter, { hint: 'plan', sort: { position: 1 } });
  }

  /** Returns the instalments of deals, in no particular order. */
  listOfDeals(tenant: Tenant, dealIds: readonly string[], session?: ClientSession): Promise<Instalment[]> {
    const options = { hint: 'plan', ...(session && { session }) };
    return this.collection.in(tenant).find({ deal_id: { $in: [...dealIds] } }, options);
  }

  /**
   * Returns planned instalments that wait for a milestone or a completion, in the order of their ids, starting after
   * the given id. `wait` is from `toMilestoneWait` or `toCompletionWait`.
   */
  findWaiting(
    tenant: Tenant,
    wait: string,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<Instalment[]> {
    const filter = { 'derived.wait': wait, _id: { $gt: after } };
    return this.collection.in(tenant).find(filter, { hint: 'wait', sort: { _id: 1 }, limit });
  }

  /** Adds up the instalments that are due on one of the days, whether or not they are paid. Excludes cancelled ones. */
  sumDue(tenant: Tenant, { start_date, end_date }: DayRange, session: ClientSession): Promise<AmountSum[]> {
    const filter = { due_on: { $gte: start_date, $lte: end_date }, status: { $ne: 'cancelled' } };
    const options = { filter, hint: 'due_on', units: 'derived.minor_units', day: 'due_on', session };
    return sumAmounts(this.collection.in(tenant), options);
  }

  /** Returns whether an instalment of an active deal was invoiced for the milestone of the property. */
  async isInvoicedBy(tenant: Tenant, propertyId: string, milestone: string, session: ClientSession): Promise<boolean> {
    const filter = { 'derived.invoiced_by': toMilestoneWait(propertyId, milestone) };
    return (await this.collection.in(tenant).count(filter, { hint: 'invoiced_by', limit: 1, session })) > 0;
  }
}
