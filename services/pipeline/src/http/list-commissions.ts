import { page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { commissionJson } from '../sales/commission-json.js';
import type { SaleListQuery } from '../store/sale-list.js';

interface Query extends SaleListQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/commissions */
export function listCommissions({ commissions }: Context): Handler<unknown, Query> {
  return async ({ caller, query }) => {
    const { records, info } = await commissions.list(caller, query);
    const shown = records.map((record) => selectFields(commissionJson(record), query.fields));
    return page(shown, info);
  };
}
