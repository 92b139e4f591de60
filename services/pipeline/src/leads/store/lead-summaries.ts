import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Records } from '@plotline/kit/store/records/records';
import { parseDecimal } from '../../counters/model/money.js';
import type { Lead, Stage } from '../model/lead.js';
import { type AmountSum, type StageSummary, summarizeStages } from '../model/lead-summary.js';
import { planLeadList } from './lead-plan.js';
import type { LeadQuery } from './lead-query.js';

/** Same limit as for the count of a list. */
const maxTimeMS = 5_000;

/** Conditions of a list of leads. */
export type LeadConditions = Omit<LeadQuery, 'page' | 'per_page' | 'cursor' | 'sort' | 'order'>;

interface Question {
  /** Concurrent callers with the same key share one result. */
  readonly key: string;
  readonly run: () => Promise<StageSummary[]>;
}

/** Sum as the database returns it: a Decimal128. */
interface SumRow {
  readonly sum: { toString(): string };
}

interface BudgetRow extends SumRow {
  readonly _id: { readonly stage: Stage; readonly currency?: string | null };
  readonly count: number;
}

interface DealRow extends SumRow {
  readonly _id: string;
}

/** Amounts aren't added as binary fractions, because the errors would accumulate. */
const sumOf = (amount: unknown) => ({ $sum: { $toDecimal: amount } });

/** Counts and values of leads by stage. */
export class LeadSummaries {
  readonly #collection: Collection<Lead>;
  readonly #dealCollection: string;
  readonly #ask = createBatcher<Question, StageSummary[]>({
    key: ({ key }) => key,
    maxBatch: Number.POSITIVE_INFINITY,
    run: async ([question]) => question?.run() ?? [],
  });

  constructor(collection: Collection<Lead>, dealCollection: string) {
    this.#collection = collection;
    this.#dealCollection = dealCollection;
  }

  /** Summarizes each stage of the matching leads. Budgets without a currency count in the workspace's currency. */
  summarize(tenant: Tenant, conditions: LeadConditions, workspaceCurrency: string): Promise<StageSummary[]> {
    const records = this.#collection.in(tenant);
    const query: LeadQuery = { ...conditions, page: 1, per_page: 1, sort: 'created_at', order: 'desc' };
    const run = async () => {
      const [budgets, deals] = await Promise.all([
        this.#sumBudgets(records, query),
        this.#sumDeals(records, query, tenant.workspaceId),
      ]);
      return summarizeStages(budgets, deals, workspaceCurrency);
    };
    return this.#ask({ key: records.toCacheKey({ query, workspaceCurrency }), run });
  }

  async #sumBudgets(records: Records<Lead>, query: LeadQuery) {
    const { filter, countHint } = await planLeadList(records, query);
    const rows = await records.aggregate<BudgetRow>(
      [
        { $match: filter },
        {
          $group: {
            _id: { stage: '$stage', currency: '$budget.currency' },
            count: { $sum: 1 },
            sum: sumOf({ $ifNull: ['$budget.max', '$budget.min'] }),
          },
        },
      ],
      { hint: countHint, maxTimeMS },
    );
    return rows.map(({ _id: { stage, currency = null }, count, sum }) => {
      return { stage, currency, count, amount: parseDecimal(String(sum)) };
    });
  }

  async #sumDeals(records: Records<Lead>, query: LeadQuery, workspace_id: string): Promise<AmountSum[]> {
    if (query.stages && !query.stages.includes('won')) return [];
    const { filter, countHint } = await planLeadList(records, { ...query, stages: ['won'] });
    // The workspace is the shard key of deals. Without it, every shard would be queried for each lead.
    const own = [{ $match: { workspace_id } }];
    const deal = { from: this.#dealCollection, localField: 'deal_id', foreignField: '_id', pipeline: own, as: 'deal' };
    const rows = await records.aggregate<DealRow>(
      [
        { $match: { ...filter, deal_id: { $ne: null } } },
        { $project: { deal_id: 1 } },
        { $lookup: deal },
        { $unwind: '$deal' },
        { $group: { _id: '$deal.currency', sum: sumOf('$deal.value') } },
      ],
      { hint: countHint, maxTimeMS },
    );
    return rows.map(({ _id: currency, sum }) => ({ currency, amount: parseDecimal(String(sum)) }));
  }
}
