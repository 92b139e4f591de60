import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Index, isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import type { Span } from '../../counters/model/span.js';
import type { Commission, Deal, Invoice } from '../model/deal.js';
import { DealRecords, SaleRecords } from './sale-records.js';

/** Last fields of the indexes of lists by creation. */
const newestFirst = { created_at: -1, _id: -1 } as const;

const dealSchema = createRecordSchema({
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
  terms: { property_id: String, value: Number, commission: Number, notes: String },
});

const dealIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'agent_id', keys: { workspace_id: 1, agent_id: 1, ...newestFirst } },
  { name: 'lead_id', keys: { workspace_id: 1, lead_id: 1, ...newestFirst } },
  { name: 'unit_id', keys: { workspace_id: 1, unit_id: 1, ...newestFirst } },
  { name: 'property_id', keys: { workspace_id: 1, property_id: 1, ...newestFirst } },
];

/** Stored deals. */
export class Deals extends SaleRecords<Deal> {
  constructor(runtime: ServiceRuntime) {
    super(runtime.collection<Deal>({ name: 'deals', schema: dealSchema, indexes: dealIndexes }));
  }

  /** Returns the deal that a lead names. A missing deal is an error of the service. */
  async getExisting(tenant: Tenant, id: string): Promise<Deal> {
    const deal = await this.get(tenant, id);
    if (!deal) throw new Error(`The deal ${id} does not exist.`);
    return deal;
  }

  /** Lists the deals that were closed in the span. They were created at the same time. */
  listClosed(tenant: Tenant, { from, to }: Span, session: ClientSession): Promise<Deal[]> {
    return this.collection.in(tenant).find({ created_at: { $gte: from, $lt: to } }, { hint: 'created_at', session });
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

/** Stored commissions: one for each deal. */
export class Commissions extends DealRecords<Commission> {
  constructor(runtime: ServiceRuntime) {
    super(
      runtime.collection<Commission>({ name: 'commissions', schema: commissionSchema, indexes: commissionIndexes }),
    );
  }
}

const invoiceSchema = createRecordSchema({
  number: String,
  deal_id: String,
  lead_id: String,
  amount: Number,
  currency: String,
  status: String,
  issued_at: Date,
  paid_at: Date,
  voided_at: Date,
  created_at: Date,
  updated_at: Date,
});

const invoiceIndexes: readonly Index[] = [
  { name: 'one_per_deal', keys: { workspace_id: 1, deal_id: 1 }, unique: true },
  { name: 'deal_id', keys: { workspace_id: 1, deal_id: 1, ...newestFirst } },
  { name: 'number', keys: { workspace_id: 1, number: 1 }, unique: true },
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'lead_id', keys: { workspace_id: 1, lead_id: 1, ...newestFirst } },
];

/** Number of invoices that a workspace has numbered. Its id is the workspace's. */
interface InvoiceCount extends Versioned {
  readonly count: number;
}

/** Stored invoices: one for each deal. */
export class Invoices extends DealRecords<Invoice> {
  readonly #counts: Collection<InvoiceCount>;

  constructor(runtime: ServiceRuntime) {
    super(runtime.collection<Invoice>({ name: 'invoices', schema: invoiceSchema, indexes: invoiceIndexes }));
    this.#counts = runtime.collection<InvoiceCount>({
      name: 'invoice_counts',
      schema: createRecordSchema({ count: Number }),
      indexes: [],
      // A number is never used twice, and an invoice that is issued during a reset needs one.
      reset: 'kept',
    });
  }

  /**
   * Returns the count for the next invoice number, each count once. Runs outside of transactions, so that sales don't
   * conflict on it.
   */
  async takeNextCount(tenant: Tenant): Promise<number> {
    const update = { $inc: { count: 1, version: 1 } };
    const take = () => this.#counts.in(tenant).findAndUpdate({ _id: tenant.workspaceId }, update, { upsert: true });
    // When two requests insert the first count at the same time, one fails with a duplicate key.
    const stored = await retryOnConflict(take, { isConflict: isDuplicateKey });
    if (!stored) throw new Error('The invoice count was not stored.');
    return stored.count;
  }
}
