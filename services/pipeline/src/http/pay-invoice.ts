import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { invoiceAnswer } from '../sales/invoice-answer.js';
import { payInvoice as pay } from '../sales/pay-invoice.js';

/** POST /v1/invoices/:id/paid */
export function payInvoice(context: Context): Handler {
  return async ({ caller, path }) => invoiceAnswer(await pay(context, caller, path('id')));
}
