import type { Caller } from '@plotline/kit/caller';
import { type Answer, page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { leadJson } from './lead-json.js';
import { type LeadParameters, leadQuery } from './lead-query-parameters.js';
import { type Relation, relationsOf } from './lead-relations.js';

export interface ListParameters extends LeadParameters {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
}

/** The page of leads that the parameters ask for. */
export async function leadPage(context: Context, caller: Caller, parameters: ListParameters): Promise<Answer> {
  const { fields, expand, ...rest } = parameters;
  const { records, info } = await context.leads.list(caller, leadQuery(rest));
  const relations = await relationsOf(context, caller, records, expand);
  return page(
    records.map((lead) => ({ ...selectFields(leadJson(lead), fields), ...relations(lead) })),
    info,
  );
}

/** GET /v1/leads */
export function listLeads(context: Context): Handler<unknown, ListParameters> {
  return ({ caller, query }) => leadPage(context, caller, query);
}
