import { notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { invoiceJson } from '../sales/invoice-json.js';

/** GET /v1/invoices/:id */
export function readInvoice({ invoices }: Context): Handler<unknown, { readonly fields?: readonly string[] }> {
  return async ({ caller, path, query }) => {
    const found = await invoices.get(caller, path('id'));
    if (!found) throw notFound();
    return versioned(ok(selectFields(invoiceJson(found), query.fields)), found.version);
  };
}
