import { page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { dealJson } from '../sales/deal-json.js';
import type { SaleListQuery } from '../store/sale-list.js';

interface Query extends SaleListQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/deals */
export function listDeals({ deals }: Context): Handler<unknown, Query> {
  return async ({ caller, query }) => {
    const { records, info } = await deals.list(caller, query);
    const shown = records.map((record) => selectFields(dealJson(record), query.fields));
    return page(shown, info);
  };
}
