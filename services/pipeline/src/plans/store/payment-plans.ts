import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Index } from '@plotline/kit/store/indexes';
import { type AccessPaths, matchTimeRanges, type TimeRanges, timeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { type ClientSession, Schema } from 'mongoose';
import type { PaymentPlan } from '../model/payment-plan.js';

/** Parameters of a list of plans. */
export interface PaymentPlanQuery extends ListQuery, TimeRanges {
  /** Only archived plans, instead of only those for new deals. */
  readonly archived?: boolean;
}

const schema = createRecordSchema({
  name: String,
  instalments: Schema.Types.Mixed,
  archived_at: Date,
  created_at: Date,
  updated_at: Date,
});

const indexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
];

const paths: AccessPaths = {
  ranges: [timeRanges],
  paths: [{ index: 'created_at' }, { index: 'updated_at', order: 'updated_at', counts: [{ index: 'created_at' }] }],
};

/** Stored payment plans. */
export class PaymentPlans {
  readonly collection: Collection<PaymentPlan>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.collection = runtime.collection<PaymentPlan>({ name: 'payment_plans', schema, indexes });
  }

  get(tenant: Tenant, id: string, session?: ClientSession): Promise<PaymentPlan | null> {
    return this.collection.in(tenant).get(id, session);
  }

  async list(tenant: Tenant, query: PaymentPlanQuery): Promise<Listed<PaymentPlan>> {
    const records = this.collection.in(tenant);
    const { archived = false } = query;
    const filter = { ...matchTimeRanges(query), archived_at: archived ? { $ne: null } : null };
    return listRecords(records, await planList(records, paths, { filter, sort: query.sort }), query);
  }

  async add(tenant: Tenant, plan: PaymentPlan, session: ClientSession): Promise<void> {
    await this.collection.in(tenant).insert([plan], session);
  }

  /** Writes the plan. Resolves to the stored plan, one version up. Throws VersionConflict. */
  change(tenant: Tenant, before: PaymentPlan, after: PaymentPlan, session: ClientSession): Promise<PaymentPlan> {
    return this.collection.in(tenant).change(before, after, session);
  }

  /** Deletes a plan as it was read in the same transaction. */
  async remove(tenant: Tenant, { id, version }: PaymentPlan, session: ClientSession): Promise<void> {
    await this.collection.in(tenant).delete({ _id: id, version }, session);
  }

  /** Keeps a plan for new deals from being deleted or archived until the transaction ends; false if it is none. */
  async lockForSale(tenant: Tenant, id: string, session: ClientSession): Promise<boolean> {
    return (await this.collection.in(tenant).lock({ _id: id, archived_at: null }, session)) === 1;
  }
}
