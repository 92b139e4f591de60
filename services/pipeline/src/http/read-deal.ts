import { notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { dealJson } from '../sales/deal-json.js';

/** GET /v1/deals/:id */
export function readDeal({ deals }: Context): Handler<unknown, { readonly fields?: readonly string[] }> {
  return async ({ caller, path, query }) => {
    const found = await deals.get(caller, path('id'));
    if (!found) throw notFound();
    return versioned(ok(selectFields(dealJson(found), query.fields)), found.version);
  };
}
