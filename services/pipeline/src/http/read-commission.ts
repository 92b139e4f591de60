import { notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { commissionJson } from '../sales/commission-json.js';

/** GET /v1/commissions/:id */
export function readCommission({ commissions }: Context): Handler<unknown, { readonly fields?: readonly string[] }> {
  return async ({ caller, path, query }) => {
    const found = await commissions.get(caller, path('id'));
    if (!found) throw notFound();
    return versioned(ok(selectFields(commissionJson(found), query.fields)), found.version);
  };
}
