import { notFound } from '@plotline/kit/errors';
import { page, paging } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { activityJson, activityTypes } from './activity-json.js';

interface Query {
  readonly page: number;
  readonly per_page: number;
  readonly order: 'asc' | 'desc';
  readonly cursor?: string;
  readonly fields?: readonly string[];
}

/** GET /v1/leads/:id/activity */
export function listActivity({ leads, runtime }: Context): Handler<unknown, Query> {
  return async ({ caller, path, query }) => {
    const { page: number, perPage, skip } = paging(query);
    const lead = await leads.get(caller, path('id'));
    if (!lead) throw notFound();
    const { order, cursor } = query;
    const from = cursor === undefined ? {} : { cursor };
    const options = { types: activityTypes, order, skip, limit: perPage, ...from };
    const { entries, ...rest } = await runtime.journal.timeline(caller, lead.id, options);
    return page(
      entries.map((entry) => selectFields(activityJson(entry), query.fields)),
      { page: cursor === undefined ? number : 1, perPage, ...rest },
    );
  };
}
