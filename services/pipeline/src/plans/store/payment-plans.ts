import { type Answer, noContent } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Index } from '@plotline/kit/store/indexes';
import { diff, type EntryInput } from '@plotline/kit/store/journal/entry';
import { type AccessPaths, matchTimeRanges, type TimeRanges, timeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import { changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { type ClientSession, Schema } from 'mongoose';
import { archivePlan, type PaymentPlan } from '../model/payment-plan.js';
import { toPaymentPlanJson } from '../model/payment-plan-json.js';

/** Parameters of a list of plans. */
export interface PaymentPlanQuery extends ListQuery, TimeRanges {
  /** Lists only archived plans, instead of the plans for new deals. */
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

/** Returns the entry of a change, for the audit log. Plans send no events. */
function describe(plan: PaymentPlan, type: string, verb: string, before: PaymentPlan | null = null): EntryInput {
  const changes = before && diff(toPaymentPlanJson(before), toPaymentPlanJson(plan));
  const description = `The payment plan “${plan.name}” was ${verb}.`;
  return { subject: plan.id, type, description, ...(changes && { changes }), events: [] };
}

/** Stored payment plans. */
export class PaymentPlans {
  readonly #runtime: Pick<ServiceRuntime, 'journal'>;
  readonly #collection: Collection<PaymentPlan>;

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>) {
    this.#runtime = runtime;
    this.#collection = runtime.collection<PaymentPlan>({ name: 'payment_plans', schema, indexes });
  }

  get(tenant: Tenant, id: string): Promise<PaymentPlan | null> {
    return this.#collection.in(tenant).get(id);
  }

  async list(tenant: Tenant, query: PaymentPlanQuery): Promise<Listed<PaymentPlan>> {
    const records = this.#collection.in(tenant);
    const { archived = false } = query;
    const filter = { ...matchTimeRanges(query), archived_at: archived ? { $ne: null } : null };
    return listRecords(records, await planList(records, paths, { filter, sort: query.sort }), query);
  }

  async add(
    command: Command,
    create: (now: Date) => PaymentPlan,
    toAnswer: (plan: PaymentPlan) => Answer,
  ): Promise<Answer> {
    const { answer } = await this.#runtime.journal.commit(command, async (session, time) => {
      const plan = create(time.at);
      await this.#collection.in(command.caller).insert([plan], session);
      return { entries: [describe(plan, 'created', 'created')], answer: toAnswer(plan) };
    });
    return answer;
  }

  /** Stores a decision about a plan. Rejects with NOT_FOUND, or with the error that `decide` throws. */
  async change(
    command: Command,
    id: string,
    decide: (plan: PaymentPlan, now: Date) => PaymentPlan,
    toAnswer: (plan: PaymentPlan) => Answer,
  ): Promise<Answer> {
    const { answer } = await changeRecord({
      collection: this.#collection,
      journal: this.#runtime.journal,
      command,
      id,
      decide: (before, now) => {
        const after = decide(before, now);
        return { record: after, entries: after === before ? [] : [describe(after, 'field_update', 'updated', before)] };
      },
      toAnswer,
    });
    return answer;
  }

  /**
   * Deletes a plan, or archives it if `isUsed` resolves to true. `isUsed` runs in the transaction. Rejects with
   * NOT_FOUND for an unknown or archived plan, or with the error that `assert` throws.
   */
  async remove(
    command: Command,
    id: string,
    {
      assert,
      isUsed,
    }: {
      readonly assert: (plan: PaymentPlan) => void;
      readonly isUsed: (session: TransactionSession) => Promise<boolean>;
    },
  ): Promise<Answer> {
    const records = this.#collection.in(command.caller);
    const { answer } = await this.#runtime.journal.commit(command, async (session, time) => {
      const plan = await records.get(id, session);
      // An archived plan counts as deleted.
      if (!plan || plan.archived_at) throw notFound();
      assert(plan);
      const answer = noContent();
      if (await isUsed(session)) {
        const archived = archivePlan(plan, time.after(plan));
        await records.change(plan, archived, session);
        return { entries: [describe(archived, 'field_update', 'archived', plan)], answer };
      }
      await records.delete({ _id: id }, session);
      return { entries: [describe(plan, 'deleted', 'deleted')], answer };
    });
    return answer;
  }

  /**
   * Prevents a plan from being deleted or archived until the transaction ends. Resolves to false if the plan is not
   * available for new deals.
   */
  async lockForSale(tenant: Tenant, id: string, session: ClientSession): Promise<boolean> {
    return (await this.#collection.in(tenant).lock({ _id: id, archived_at: null }, session)) === 1;
  }
}
