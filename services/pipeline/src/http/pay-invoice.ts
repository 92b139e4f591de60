import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { payInvoice as pay } from '../sales/pay-invoice.js';

/** POST /v1/invoices/:id/paid */
export function payInvoice(context: Context): Handler {
  return (call) => pay(context, call, call.path('id'));
}
