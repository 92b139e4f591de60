import { page, selectFields } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import { cursorScope } from '@plotline/kit/store/lists/cursor';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import { orderByTime, pageInMemory, type TimeOrder } from '@plotline/kit/store/lists/page-in-memory';
import type { Context } from '../../context.js';
import type { Deal } from '../model/deal.js';
import { toInstalmentJson } from '../model/deal-json.js';
import type { Instalment } from '../model/instalment.js';
import type { InstalmentQuery } from '../store/instalments.js';
import type { FieldsQuery } from './sale-records.js';

type PageQuery = InstalmentQuery &
  Pick<ListQuery, 'page' | 'per_page' | 'cursor'> & {
    /** By default, the order of the plan. */
    readonly sort?: TimeOrder['sort'];
    readonly order: TimeOrder['order'];
  };

/** Order of a deal's instalments: that of their plan, or by a time. */
function createOrder({ id }: Pick<Deal, 'id'>, { sort, order }: PageQuery) {
  const scope = `instalments ${id}`;
  if (sort) return orderByTime(scope, { sort, order });
  const toPosition = (instalment: Instalment) => [instalment.position, instalment.id] as const;
  return { scope: cursorScope(scope, order), kind: 'number', order, toPosition } as const;
}

/** GET /v1/deals/:id/instalments */
export function listInstalments({ deals, instalments }: Context): Handler<unknown, PageQuery & FieldsQuery> {
  return async ({ caller, path, query }) => {
    const deal = await deals.get(caller, path('id'));
    if (!deal) throw notFound();
    const found = await instalments.listMatches(caller, deal.id, query);
    const { records, info } = pageInMemory(found, query, createOrder(deal, query));
    const shown = records.map((instalment) => selectFields(toInstalmentJson(instalment), query.fields));
    return page(shown, info);
  };
}
