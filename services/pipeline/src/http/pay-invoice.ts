import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { invoiceJson } from '../sales/invoice-json.js';
import { payInvoice as pay } from '../sales/pay-invoice.js';

/** POST /v1/invoices/:id/paid */
export function payInvoice(context: Context): Handler {
  return async ({ caller, path }) => ok(invoiceJson(await pay(context, caller, path('id'))));
}
