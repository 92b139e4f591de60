import { page, selectFields } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toInstalmentJson } from '../model/deal-json.js';
import type { InstalmentQuery } from '../store/instalments.js';
import type { FieldsQuery } from './sale-records.js';

/** More than a deal can have, so that all of them are on one page. */
const perPage = 100;

/** GET /v1/deals/:id/instalments */
export function listInstalments({ deals, instalments }: Context): Handler<unknown, InstalmentQuery & FieldsQuery> {
  return async ({ caller, path, query }) => {
    const deal = await deals.get(caller, path('id'));
    if (!deal) throw notFound();
    const found = await instalments.listMatches(caller, deal.id, query);
    const shown = found.map((instalment) => selectFields(toInstalmentJson(instalment), query.fields));
    return page(shown, { page: 1, perPage, total: found.length });
  };
}
