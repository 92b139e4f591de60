import type { Tenant } from '@plotline/kit/caller';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';
import { listRecords } from '@plotline/kit/mongo/list';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import type { Deal } from '../domain/deal.js';
import { narrow, type SaleListQuery } from './sale-list.js';

const dealSchema = recordSchema({
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

const newestFirst = { created_at: -1, _id: -1 } as const;
const dealIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'agent_id', keys: { workspace_id: 1, agent_id: 1, ...newestFirst } },
  { name: 'lead_id', keys: { workspace_id: 1, lead_id: 1, ...newestFirst } },
  { name: 'unit_id', keys: { workspace_id: 1, unit_id: 1, ...newestFirst } },
  { name: 'property_id', keys: { workspace_id: 1, property_id: 1, ...newestFirst } },
];

/** Deals. They are written within the transactions of the sales that bring them into being. */
export class Deals {
  readonly #collection: Collection<Deal>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Deal>({ name: 'deals', schema: dealSchema, indexes: dealIndexes });
  }

  async add(tenant: Tenant, deal: Deal, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert([deal], session);
  }

  get(tenant: Tenant, id: string): Promise<Deal | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** The deal that a lead names. */
  async expect(tenant: Tenant, id: string): Promise<Deal> {
    const deal = await this.get(tenant, id);
    if (!deal) throw new Error(`The deal ${id} is not there.`);
    return deal;
  }

  save(tenant: Tenant, deal: Deal, session: ClientSession): Promise<Deal> {
    return this.#collection.in(tenant).replace(deal, session);
  }

  list(tenant: Tenant, query: SaleListQuery) {
    const { filter, hint } = narrow(query);
    return listRecords(this.#collection.in(tenant), filter, query, { hint });
  }
}
