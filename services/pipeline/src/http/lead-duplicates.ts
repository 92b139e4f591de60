import { notFound } from '@plotline/kit/errors';
import { clampPage, page } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { toLeadJson } from '../json/lead.js';

interface ListQuery {
  readonly page: number;
  readonly per_page: number;
}

/** GET /v1/leads/:id/duplicates */
export function listLeadDuplicates({ leads }: Context): Handler<unknown, ListQuery> {
  return async ({ caller, path, query }) => {
    const { page: number, perPage, skip } = clampPage(query);
    const lead = await leads.get(caller, path('id'));
    if (!lead) throw notFound();
    const others = await leads.listDuplicates(caller, lead);
    const shown = others.slice(skip, skip + perPage).map(toLeadJson);
    return page(shown, { page: number, perPage, total: others.length });
  };
}
