import { clampPage, ok, page } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toLeadJson } from '../model/lead-json.js';

/** GET /v1/leads/:id/duplicates */
export function listLeadDuplicates({ leads, leadDuplicates }: Context): Handler {
  return async ({ caller, path }) => {
    const lead = await leads.getExisting(caller, path('id'));
    return ok((await leadDuplicates.list(caller, lead)).map(toLeadJson));
  };
}

interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

/** A group shows at most this many leads. `GET /v1/leads/:id/duplicates` has more. */
const maxShown = 20;

/** GET /v1/leads/duplicates */
export function listDuplicateGroups({ leads, leadDuplicates }: Context): Handler<unknown, PageQuery> {
  return async ({ caller, query }) => {
    const { page: number, perPage, skip } = clampPage(query);
    const groups = await leadDuplicates.findGroups(caller);
    const shown = groups.slice(skip, skip + perPage);
    const found = await leads.getAll(
      caller,
      shown.flatMap(({ ids }) => ids.slice(0, maxShown)),
    );
    const byId = new Map(found.map((lead) => [lead.id, toLeadJson(lead)]));
    const rows = shown.map(({ ids, fields }) => ({
      fields,
      count: ids.length,
      leads: ids.slice(0, maxShown).flatMap((id) => byId.get(id) ?? []),
    }));
    return page(rows, { page: number, perPage, total: groups.length });
  };
}
