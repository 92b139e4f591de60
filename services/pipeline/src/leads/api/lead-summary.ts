import { ok, selectFields } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { stages as allStages, type Stage } from '../model/lead.js';
import { shownFields, toLeadJson } from '../model/lead-json.js';
import { type LeadFilters, toLeadConditions, toLeadQuery } from '../store/lead-query-parameters.js';
import { fetchRelations } from './lead-relations.js';

interface SummaryParameters extends LeadFilters {
  /** Number of leads to return for each stage. */
  readonly cards?: number;
}

/** Fields of a lead that a board shows. */
const cardFields = [
  ...['name', 'stage', 'score', 'budget', 'tags'],
  ...['next_follow_up', 'stage_entered_at', 'updated_at'],
] as const;

/** Reads the first page of each stage's list, with the start of the next page. */
async function readCards(context: Context, caller: Caller, filters: LeadFilters, perStage: number) {
  const order = { page: 1, per_page: perStage, cursor: '', sort: 'updated_at', order: 'desc' } as const;
  const shown = allStages.filter((stage) => filters.stage?.includes(stage) ?? true);
  const pages = await Promise.all(
    shown.map(async (stage) => {
      const query = toLeadQuery({ ...filters, ...order, stage: [stage] });
      const { records, info } = await context.leads.list(caller, query, shownFields);
      return { stage, records, next: info.nextCursor ?? null };
    }),
  );
  const all = pages.flatMap(({ records }) => records);
  const relations = await fetchRelations(context, caller, all, ['agent']);
  return (asked: Stage) => {
    const { records = [], next = null } = pages.find(({ stage }) => stage === asked) ?? {};
    const cards = records.map((lead) => ({ ...selectFields(toLeadJson(lead), cardFields), ...relations(lead) }));
    return { cards, next_cursor: next };
  };
}

/** GET /v1/leads/summary */
export function getLeadSummary(context: Context): Handler<unknown, SummaryParameters> {
  return async ({ caller, query }) => {
    const { cards, ...given } = query;
    const parameters = await context.leads.merged.completeFilters(caller, given);
    const filters = { ...parameters, country: caller.country };
    const conditions = toLeadConditions(filters);
    const [rows, toCards] = await Promise.all([
      context.leadSummaries.summarize(caller, conditions, caller.currency),
      cards === undefined ? undefined : readCards(context, caller, filters, cards),
    ]);
    return ok({ stages: toCards ? rows.map((row) => ({ ...row, ...toCards(row.stage) })) : rows });
  };
}
