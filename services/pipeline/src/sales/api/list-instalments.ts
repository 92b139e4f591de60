import { page, selectFields } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import { compareValues, cursorScope, type Position } from '@plotline/kit/store/lists/cursor';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import { pageInMemory } from '@plotline/kit/store/lists/page-in-memory';
import type { Context } from '../../context.js';
import type { Deal } from '../model/deal.js';
import { toInstalmentJson } from '../model/deal-json.js';
import type { Instalment } from '../model/instalment.js';
import type { InstalmentQuery } from '../store/instalments.js';
import type { FieldsQuery } from './sale-records.js';

type PageQuery = InstalmentQuery &
  Pick<ListQuery, 'page' | 'per_page' | 'cursor'> & {
    /** By default, the order of the plan. */
    readonly sort?: 'created_at' | 'updated_at';
    readonly order: 'asc' | 'desc';
  };

/** Order of a deal's instalments. Instalments of one time are in the order of their ids. */
function createOrder({ id }: Pick<Deal, 'id'>, { sort, order }: PageQuery) {
  const scope = cursorScope('instalments', id, sort ?? '', order);
  if (!sort) return { scope, kind: 'number', order, toPosition: toPlace } as const;
  const toPosition = (one: Instalment): Position => [`${one[sort].toISOString()} ${one.id}`, one.id];
  return { scope, kind: 'text', order, toPosition } as const;
}

const toPlace = ({ position, id }: Instalment): Position => [position, id];

function sortInstalments(found: readonly Instalment[], { order, toPosition }: ReturnType<typeof createOrder>) {
  const direction = order === 'asc' ? 1 : -1;
  return found.toSorted((one, other) => compareValues(toPosition(one)[0], toPosition(other)[0]) * direction);
}

/** GET /v1/deals/:id/instalments */
export function listInstalments({ deals, instalments }: Context): Handler<unknown, PageQuery & FieldsQuery> {
  return async ({ caller, path, query }) => {
    const deal = await deals.get(caller, path('id'));
    if (!deal) throw notFound();
    const found = await instalments.listMatches(caller, deal.id, query);
    const order = createOrder(deal, query);
    const { records, info } = pageInMemory(sortInstalments(found, order), query, order);
    const shown = records.map((instalment) => selectFields(toInstalmentJson(instalment), query.fields));
    return page(shown, info);
  };
}
