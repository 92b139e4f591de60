import type { Tenant } from '@plotline/kit/caller';
import { type Collection, recordSchema, type Versioned } from '@plotline/kit/mongo/collection';
import { type Index, isDuplicateKey } from '@plotline/kit/mongo/indexes';
import { listRecords } from '@plotline/kit/mongo/list';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import type { Invoice } from '../domain/invoice.js';
import { narrow, type SaleListQuery } from './sale-list.js';

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

/** How many invoice numbers a workspace has given out; its id is the workspace's. */
interface InvoiceCount extends Versioned {
  readonly count: number;
}

/** Invoices: one for each deal. */
export class Invoices {
  readonly #collection: Collection<Invoice>;
  readonly #counts: Collection<InvoiceCount>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Invoice>({
      name: 'invoices',
      schema: invoiceSchema,
      indexes: invoiceIndexes,
    });
    this.#counts = runtime.collection<InvoiceCount>({
      name: 'invoice_counts',
      schema: recordSchema({ count: Number }),
      indexes: [],
    });
  }

  /** The next count, never given out again. Outside any transaction, so that sales do not wait for one another. */
  async nextCount(tenant: Tenant): Promise<number> {
    const update = { $inc: { count: 1, version: 1 } };
    const next = () => this.#counts.in(tenant).findAndUpdate({ _id: tenant.workspaceId }, update, { upsert: true });
    const counted = await next().catch((error: unknown) => {
      // Two that both found no count yet: now there is one.
      if (isDuplicateKey(error)) return next();
      throw error;
    });
    if (!counted) throw new Error('The invoice count was not stored.');
    return counted.count;
  }

  async add(tenant: Tenant, invoice: Invoice, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert([invoice], session);
  }

  get(tenant: Tenant, id: string): Promise<Invoice | null> {
    return this.#collection.in(tenant).get(id);
  }

  async ofDeal(tenant: Tenant, dealId: string): Promise<Invoice> {
    const found = await this.#collection.in(tenant).findOne({ deal_id: dealId });
    if (!found) throw new Error(`The deal ${dealId} has no invoice.`);
    return found;
  }

  save(tenant: Tenant, invoice: Invoice, session: ClientSession): Promise<Invoice> {
    return this.#collection.in(tenant).replace(invoice, session);
  }

  list(tenant: Tenant, query: SaleListQuery) {
    const { filter, hint } = narrow(query);
    return listRecords(this.#collection.in(tenant), filter, query, { hint });
  }
}
