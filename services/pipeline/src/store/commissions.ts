import type { Tenant } from '@plotline/kit/caller';
import { recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Commission } from '../domain/commission.js';
import { SaleRecords } from './sale-records.js';

const commissionSchema = recordSchema({
  deal_id: String,
  agent_id: String,
  rate: Number,
  amount: Number,
  currency: String,
  status: String,
  created_at: Date,
  updated_at: Date,
});

const newestFirst = { created_at: -1, _id: -1 } as const;
const commissionIndexes: readonly Index[] = [
  { name: 'one_per_deal', keys: { workspace_id: 1, deal_id: 1 }, unique: true },
  { name: 'deal_id', keys: { workspace_id: 1, deal_id: 1, ...newestFirst } },
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'agent_id', keys: { workspace_id: 1, agent_id: 1, ...newestFirst } },
];

/** Commissions: one for each deal. */
export class Commissions extends SaleRecords<Commission> {
  constructor(runtime: ServiceRuntime) {
    super(
      runtime.collection<Commission>({ name: 'commissions', schema: commissionSchema, indexes: commissionIndexes }),
    );
  }

  async getByDeal(tenant: Tenant, dealId: string): Promise<Commission> {
    const found = await this.collection.in(tenant).findOne({ deal_id: dealId });
    if (!found) throw new Error(`The deal ${dealId} has no commission.`);
    return found;
  }
}
