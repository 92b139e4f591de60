import { type Answer, page, selectFields } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { shownFields, toLeadJson } from '../model/lead-json.js';
import { type LeadParameters, toLeadQuery } from '../store/lead-query-parameters.js';
import { fetchRelations, type Relation } from './lead-relations.js';

interface ListParameters extends LeadParameters {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
}

async function answerPage(context: Context, caller: Caller, parameters: ListParameters): Promise<Answer> {
  const { fields, expand, ...given } = parameters;
  const rest = await context.leads.merged.completeFilters(caller, given);
  const { records, info } = await context.leads.list(
    caller,
    toLeadQuery({ ...rest, country: caller.country }),
    shownFields,
  );
  const relations = await fetchRelations(context, caller, records, expand);
  return page(
    records.map((lead) => ({ ...selectFields(toLeadJson(lead), fields), ...relations(lead) })),
    info,
  );
}

/** GET /v1/leads */
export function listLeads(context: Context): Handler<unknown, ListParameters> {
  return ({ caller, query }) => answerPage(context, caller, query);
}

/** GET /v1/agents/:id/leads */
export function listAgentLeads(context: Context): Handler<unknown, ListParameters> {
  return async ({ caller, path, query }) => {
    const agent = path('id');
    if ((await context.agents.find(caller, [agent])).length === 0) throw notFound();
    return answerPage(context, caller, { ...query, agent_id: agent });
  };
}
