import type { Tenant } from '@plotline/kit/caller';
import { recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Deal } from '../domain/deal.js';
import { SaleRecords } from './sale-records.js';

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

/** Deals. */
export class Deals extends SaleRecords<Deal> {
  constructor(runtime: ServiceRuntime) {
    super(runtime.collection<Deal>({ name: 'deals', schema: dealSchema, indexes: dealIndexes }));
  }

  /** The deal that a lead names; a missing one is an error of the service. */
  async getExisting(tenant: Tenant, id: string): Promise<Deal> {
    const deal = await this.get(tenant, id);
    if (!deal) throw new Error(`The deal ${id} does not exist.`);
    return deal;
  }
}
