import type { Scope } from '@plotline/kit/caller';
import type { Foundation } from '@plotline/kit/foundation';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';
import { listRecords } from '@plotline/kit/mongo/list';
import type { ClientSession } from 'mongoose';
import type { Commission } from '../domain/commission.js';
import { narrow, type SaleListQuery } from './sale-list.js';

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
export class Commissions {
  readonly #collection: Collection<Commission>;

  constructor(foundation: Foundation) {
    this.#collection = foundation.collection<Commission>({
      name: 'commissions',
      schema: commissionSchema,
      indexes: commissionIndexes,
    });
  }

  async add(scope: Scope, commission: Commission, session: ClientSession): Promise<void> {
    await this.#collection.in(scope).insert([commission], session);
  }

  get(scope: Scope, id: string): Promise<Commission | null> {
    return this.#collection.in(scope).get(id);
  }

  async ofDeal(scope: Scope, dealId: string): Promise<Commission> {
    const found = await this.#collection.in(scope).findOne({ deal_id: dealId });
    if (!found) throw new Error(`The deal ${dealId} has no commission.`);
    return found;
  }

  save(scope: Scope, commission: Commission, session: ClientSession): Promise<boolean> {
    return this.#collection.in(scope).replace(commission, session);
  }

  list(scope: Scope, query: SaleListQuery) {
    const { filter, hint } = narrow(query);
    return listRecords(this.#collection.in(scope), filter, query, { hint });
  }
}
