import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { payInvoice as pay } from '../sales/pay-invoice.js';
import { invoiceJson } from './invoice-json.js';

/** POST /v1/invoices/:id/paid */
export function payInvoice(context: Context): Handler {
  return async ({ caller, path }) => ok(invoiceJson(await pay(context, caller, path('id'))));
}
