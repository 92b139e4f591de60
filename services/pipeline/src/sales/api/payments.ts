import { type Answer, created, noContent, ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { findFineAmounts } from '@plotline/kit/core/currencies';
import { invalid, notFound, type ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Invoice } from '../model/deal.js';
import { toInvoiceJson, toPaymentJson } from '../model/deal-json.js';
import type { PaymentMethod } from '../model/payment.js';
import { findAmountLeft, type PaymentChange } from '../model/record-payment.js';
import type { SaleListQuery } from '../store/sale-records.js';
import { addPayment, takePaymentBack } from '../work/change-payments.js';
import type { FieldsQuery } from './sale-records.js';

interface PaymentBody {
  readonly amount: number;
  readonly paid_on?: string | null;
  readonly method: PaymentMethod;
  readonly reference?: string | null;
}

/**
 * Finds the errors for an amount with too many decimal places for the invoice's currency, and for a day in the future.
 */
function findFaults(
  { amount, paid_on }: Partial<PaymentBody>,
  { currency }: Pick<Invoice, 'currency'>,
  today: string,
): ProblemDetail[] {
  const ofAmount = findFineAmounts({ currency, amounts: { amount } });
  const isLater = typeof paid_on === 'string' && paid_on > today;
  return [
    ...ofAmount,
    ...(isLater ? [{ field: 'paid_on', message: `must be ${today}, which is today, or earlier` }] : []),
  ];
}

function toPaymentAnswer(_invoice: Invoice, change: PaymentChange | null): Answer {
  if (!change) throw new Error('A payment of a request is always recorded.');
  const { payment } = change;
  return withVersion(created(toPaymentJson(payment)), payment.version);
}

/** POST /v1/invoices/:id/payments */
export function createPayment(context: Context): InspectingHandler {
  return {
    handle: (call: Call<PaymentBody>) => {
      const { caller, path, body, header } = call;
      const id = newId('pay');
      return addPayment(context, call, {
        invoiceId: path('id'),
        decide: (invoice, now) => {
          const today = toLocalDay(now, caller.timeZone);
          const faults = findFaults(body, invoice, today);
          if (faults.length > 0) throw invalid(...faults);
          assertIfMatch(header, invoice);
          const { amount, method, paid_on, reference } = body;
          return { id, amount, method, paid_on: paid_on ?? today, reference: reference ?? null };
        },
        toAnswer: toPaymentAnswer,
      });
    },
    inspect: async ({ caller, path, body }: Call<Partial<PaymentBody>>) => {
      const invoice = await context.invoices.get(caller, path('id'));
      return invoice ? findFaults(body, invoice, toLocalDay(context.clock(), caller.timeZone)) : [];
    },
  };
}

/** POST /v1/invoices/:id/paid */
export function payInvoice(context: Context): Handler {
  return (call) => {
    const { caller, path, header } = call;
    const id = newId('pay');
    return addPayment(context, call, {
      invoiceId: path('id'),
      decide: (invoice, now) => {
        assertIfMatch(header, invoice);
        const amount = findAmountLeft(invoice);
        if (amount === 0) return null;
        return { id, amount, method: 'other', paid_on: toLocalDay(now, caller.timeZone), reference: null };
      },
      toAnswer: (invoice) => {
        const today = toLocalDay(context.clock(), caller.timeZone);
        return withVersion(ok(toInvoiceJson(invoice, today)), invoice.version);
      },
    });
  };
}

/** GET /v1/invoices/:id/payments */
export function listPayments({ invoices, payments }: Context): Handler<unknown, SaleListQuery & FieldsQuery> {
  return async ({ caller, path, query }) => {
    const invoice = await invoices.get(caller, path('id'));
    if (!invoice) throw notFound();
    const { records, info } = await payments.list(caller, { ...query, invoice_id: invoice.id });
    return page(
      records.map((payment) => selectFields(toPaymentJson(payment), query.fields)),
      info,
    );
  };
}

/** DELETE /v1/invoices/:id/payments/:payment_id */
export function deletePayment(context: Context): Handler {
  return (call) => {
    const { path, header } = call;
    return takePaymentBack(context, call, {
      invoiceId: path('id'),
      paymentId: path('payment_id'),
      assert: (payment) => assertIfMatch(header, payment),
      toAnswer: () => noContent(),
    });
  };
}
