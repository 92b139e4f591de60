import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Index, isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import { type ClientSession, Schema } from 'mongoose';
import type { Span } from '../../counters/model/span.js';
import type { AmountSum } from '../model/amount-sum.js';
import type { Commission } from '../model/commission.js';
import { type Deal, getBalance, type Invoice } from '../model/deal.js';
import { deriveMinorUnits, sumAmounts } from './amount-sums.js';
import { DealRecords, SaleRecords } from './sale-records.js';

/** Last fields of the indexes for lists in the order of creation. */
const newestFirst = { created_at: -1, _id: -1 } as const;

/** Fields of the terms in the schemas of deals and sales. */
export const dealTermsFields = {
  property_id: String,
  value: Number,
  commission: Number,
  notes: String,
  payment_plan_id: String,
  instalments: Schema.Types.Mixed,
};

export const dealSchema = createRecordSchema({
  lead_id: String,
  property_id: String,
  unit_id: String,
  agent_id: String,
  value: Number,
  currency: String,
  commission: Number,
  status: String,
  closed_at: Date,
  cancelled_at: Date,
  created_at: Date,
  updated_at: Date,
  lead_source: String,
  payment_plan_id: String,
  invoiced: Number,
  paid: Number,
  open_deposit: Schema.Types.Mixed,
  terms: dealTermsFields,
});

const dealIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'agent_id', keys: { workspace_id: 1, agent_id: 1, ...newestFirst } },
  { name: 'lead_id', keys: { workspace_id: 1, lead_id: 1, ...newestFirst } },
  { name: 'unit_id', keys: { workspace_id: 1, unit_id: 1, ...newestFirst } },
  { name: 'property_id', keys: { workspace_id: 1, property_id: 1, ...newestFirst } },
  { name: 'payment_plan_id', keys: { workspace_id: 1, payment_plan_id: 1 }, sparse: true },
];

/** Stored deals. */
export class Deals extends SaleRecords<Deal> {
  constructor(runtime: ServiceRuntime) {
    super(runtime.collection<Deal>({ name: 'deals', schema: dealSchema, indexes: dealIndexes }));
  }

  /** Returns the deal of a lead or an invoice. A missing deal is an internal error. */
  async getExisting(tenant: Tenant, id: string, session?: ClientSession): Promise<Deal> {
    const deal = await this.get(tenant, id, session);
    if (!deal) throw new Error(`The deal ${id} does not exist.`);
    return deal;
  }

  /** Lists the deals that were closed in the span. A deal is created when it is closed. */
  listClosed(tenant: Tenant, { from, to }: Span, session: ClientSession): Promise<Deal[]> {
    return this.collection.in(tenant).find({ created_at: { $gte: from, $lt: to } }, { hint: 'created_at', session });
  }

  /** Returns whether a deal, active or cancelled, was sold with the plan. */
  async usePlan(tenant: Tenant, planId: string, session: ClientSession): Promise<boolean> {
    const options = { hint: 'payment_plan_id', limit: 1, session };
    return (await this.collection.in(tenant).count({ payment_plan_id: planId }, options)) > 0;
  }

  /** Removes the notes of the requests that won leads. Runs in a transaction. */
  async removeNotes(tenant: Tenant, leadIds: readonly string[], session: ClientSession): Promise<void> {
    const filter = { lead_id: { $in: [...leadIds] } };
    await this.collection.in(tenant).updateMany(filter, { $set: { 'terms.notes': null } }, session);
  }
}

const commissionSchema = createRecordSchema({
  deal_id: String,
  agent_id: String,
  rate: Number,
  amount: Number,
  currency: String,
  status: String,
  created_at: Date,
  updated_at: Date,
});

const commissionIndexes: readonly Index[] = [
  { name: 'one_per_deal', keys: { workspace_id: 1, deal_id: 1 }, unique: true },
  { name: 'deal_id', keys: { workspace_id: 1, deal_id: 1, ...newestFirst } },
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'agent_id', keys: { workspace_id: 1, agent_id: 1, ...newestFirst } },
];

/** Stored commissions. There is one for each deal. */
export class Commissions extends DealRecords<Commission> {
  constructor(runtime: ServiceRuntime) {
    super(
      runtime.collection<Commission>({ name: 'commissions', schema: commissionSchema, indexes: commissionIndexes }),
    );
  }
}

export const invoiceSchema = createRecordSchema({
  number: String,
  deal_id: String,
  lead_id: String,
  amount: Number,
  currency: String,
  status: String,
  due_on: String,
  instalment_id: String,
  paid_amount: Number,
  overdue_told: Boolean,
  issued_at: Date,
  paid_at: Date,
  voided_at: Date,
  created_at: Date,
  updated_at: Date,
});

/**
 * `derived.invoiced` identifies the instalment or the deal that an invoice is for. Its index is unique, so that no
 * instalment or deal is invoiced twice.
 */
const invoiceIndexes: readonly Index[] = [
  {
    name: 'invoiced_once',
    keys: { workspace_id: 1, 'derived.invoiced': 1 },
    unique: true,
    partialFilterExpression: { 'derived.invoiced': { $exists: true } },
  },
  { name: 'deal_id', keys: { workspace_id: 1, deal_id: 1, ...newestFirst } },
  { name: 'number', keys: { workspace_id: 1, number: 1 }, unique: true },
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'lead_id', keys: { workspace_id: 1, lead_id: 1, ...newestFirst } },
  { name: 'unpaid_due', keys: { workspace_id: 1, 'derived.unpaid_due': 1, _id: 1 } },
];

/**
 * Derives the instalment or deal that the invoice is for. Until the invoice is paid, also derives its due day, and its
 * balance in a form that can be summed.
 */
export function deriveInvoice(invoice: Invoice) {
  const { deal_id, instalment_id, status, due_on, currency } = invoice;
  const isUnpaid = status === 'open' || status === 'partially_paid';
  const unpaid = deriveMinorUnits({ amount: getBalance(invoice), currency }).minor_units;
  return {
    invoiced: instalment_id ?? deal_id,
    unpaid_due: isUnpaid ? (due_on ?? undefined) : undefined,
    unpaid_units: isUnpaid ? unpaid : undefined,
  };
}

/** Number of invoices that a workspace has issued. The record has the id of the workspace. */
interface InvoiceCount extends Versioned {
  readonly count: number;
}

/** Stored invoices. A deal without instalments has one. Other deals have one for each invoiced instalment. */
export class Invoices extends SaleRecords<Invoice> {
  readonly #counts: Collection<InvoiceCount>;

  constructor(runtime: ServiceRuntime) {
    super(
      runtime.collection<Invoice>({
        name: 'invoices',
        schema: invoiceSchema,
        indexes: invoiceIndexes,
        derive: deriveInvoice,
      }),
    );
    this.#counts = runtime.collection<InvoiceCount>({
      name: 'invoice_counts',
      schema: createRecordSchema({ count: Number }),
      indexes: [],
      // A reset keeps the counts, because a number must never be used twice and invoices may be issued during a reset.
      reset: 'kept',
    });
  }

  /** Recomputes the derived fields. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.collection, mode, progress);
  }

  /** Returns the invoices of deals, oldest first. */
  listOfDeals(tenant: Tenant, dealIds: readonly string[], session?: ClientSession): Promise<Invoice[]> {
    const options = { hint: 'deal_id', sort: { created_at: 1, _id: 1 }, ...(session && { session }) } as const;
    return this.collection.in(tenant).find({ deal_id: { $in: [...dealIds] } }, options);
  }

  /**
   * Stores that the agent was notified of an overdue invoice. Creates no new version, because the field isn't public.
   * Resolves to false if that was stored before. Throws VersionConflict when the invoice has changed since it was read.
   */
  async markOverdueTold(tenant: Tenant, { id, version, overdue_told }: Invoice, session: ClientSession) {
    if (overdue_told) return false;
    const update = { $set: { overdue_told: true } };
    if (!(await this.collection.in(tenant).update({ _id: id, version }, update, session))) throw new VersionConflict();
    return true;
  }

  /** Adds up the unpaid amounts of the invoices that were due before the day. */
  sumOverdue(tenant: Tenant, today: string, session: ClientSession): Promise<AmountSum[]> {
    const filter = { 'derived.unpaid_due': { $lt: today } };
    const options = { filter, hint: 'unpaid_due', units: 'derived.unpaid_units', session };
    return sumAmounts(this.collection.in(tenant), options);
  }

  /**
   * Reserves `wanted` consecutive invoice numbers and returns the first. Runs outside of transactions, so that sales
   * don't conflict.
   */
  async takeNextCounts(tenant: Tenant, wanted: number): Promise<number> {
    const update = { $inc: { count: wanted, version: 1 } };
    const take = () => this.#counts.in(tenant).findAndUpdate({ _id: tenant.workspaceId }, update, { upsert: true });
    // When two requests insert the first count at the same time, one fails with a duplicate key.
    const stored = await retryOnConflict(take, { isConflict: isDuplicateKey });
    if (!stored) throw new Error('The invoice count was not stored.');
    return stored.count - wanted + 1;
  }
}
