import type { Tenant } from '@plotline/kit/caller';
import { type Collection, recordSchema, type Versioned } from '@plotline/kit/mongo/collection';
import { type Index, isDuplicateKey } from '@plotline/kit/mongo/indexes';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Invoice } from '../domain/invoice.js';
import { SaleRecords } from './sale-records.js';

const invoiceSchema = recordSchema({
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

const newestFirst = { created_at: -1, _id: -1 } as const;
const invoiceIndexes: readonly Index[] = [
  { name: 'one_per_deal', keys: { workspace_id: 1, deal_id: 1 }, unique: true },
  { name: 'deal_id', keys: { workspace_id: 1, deal_id: 1, ...newestFirst } },
  { name: 'number', keys: { workspace_id: 1, number: 1 }, unique: true },
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'lead_id', keys: { workspace_id: 1, lead_id: 1, ...newestFirst } },
];

/** The number of invoices that a workspace has numbered; its id is the workspace's. */
interface InvoiceCount extends Versioned {
  readonly count: number;
}

/** Invoices: one for each deal. */
export class Invoices extends SaleRecords<Invoice> {
  readonly #counts: Collection<InvoiceCount>;

  constructor(runtime: ServiceRuntime) {
    super(runtime.collection<Invoice>({ name: 'invoices', schema: invoiceSchema, indexes: invoiceIndexes }));
    this.#counts = runtime.collection<InvoiceCount>({
      name: 'invoice_counts',
      schema: recordSchema({ count: Number }),
      indexes: [],
    });
  }

  /** The count for the next invoice number; never returned twice. Outside of transactions: sales do not conflict on it. */
  async takeNextCount(tenant: Tenant): Promise<number> {
    const update = { $inc: { count: 1, version: 1 } };
    const take = () => this.#counts.in(tenant).findAndUpdate({ _id: tenant.workspaceId }, update, { upsert: true });
    // Two transactions that insert the first count at the same time: one fails by a duplicate key.
    const stored = await retryOnConflict(take, { isConflict: isDuplicateKey });
    if (!stored) throw new Error('The invoice count was not stored.');
    return stored.count;
  }

  async getByDeal(tenant: Tenant, dealId: string): Promise<Invoice> {
    const found = await this.collection.in(tenant).findOne({ deal_id: dealId });
    if (!found) throw new Error(`The deal ${dealId} has no invoice.`);
    return found;
  }
}
