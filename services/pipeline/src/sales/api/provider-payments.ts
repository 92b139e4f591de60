import { noContent } from '@plotline/kit/core/answer';
import { conflict, invalid, notFound, Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { PaymentsServiceServer } from '@plotline/protos/plotline/pipeline/v1/payments';
import type { Context } from '../../context.js';
import { getBalance } from '../model/deal.js';
import { addPayment, takePaymentBack } from '../work/change-payments.js';

const isMethod = (method: string): method is '' | 'card' | 'bank_transfer' =>
  ['', 'card', 'bank_transfer'].includes(method);

/** Creates PaymentsService. The service that connects payment providers calls it to record received payments. */
export function createPaymentsService(context: Context, rpc: RpcAdapter): PaymentsServiceServer {
  const { invoices, payments } = context;
  return {
    getPayable: rpc(async ({ invoice_id }, call) => {
      const invoice = await invoices.get(call.caller(), invoice_id);
      if (!invoice) throw notFound();
      const { number, currency, status } = invoice;
      return { number, currency, balance: status === 'void' ? 0 : getBalance(invoice) };
    }),
    listPayables: rpc(async ({ cursor }, call) => {
      const query = { status: ['open', 'partially_paid'], sort: 'created_at', order: 'desc', page: 1 } as const;
      const { records, info } = await invoices.list(call.caller(), { ...query, per_page: 100, cursor });
      const payables = records.map((invoice) => ({
        id: invoice.id,
        number: invoice.number,
        balance: getBalance(invoice),
        currency: invoice.currency,
      }));
      return { invoices: payables, next_cursor: info.nextCursor ?? '' };
    }),
    recordPayment: rpc(async ({ invoice_id, payment_id, amount, currency, paid_on, reference, method }, call) => {
      if (!isMethod(method)) throw invalid({ field: 'method', message: 'must be one of: card, bank_transfer' });
      const caller = call.caller();
      const isKnown = async () => {
        const known = await payments.get(caller, payment_id);
        if (known && known.invoice_id !== invoice_id) throw conflict('The payment was recorded for another invoice.');
        return known !== null;
      };
      if (await isKnown()) return {};
      const request = {
        invoiceId: invoice_id,
        decide: (invoice: { readonly currency: string }) => {
          if (invoice.currency !== currency) {
            throw conflict(`The invoice is in ${invoice.currency}, not in ${currency}.`, 'other_currency');
          }
          return { id: payment_id, amount, paid_on, method: method || ('card' as const), reference };
        },
        toAnswer: () => noContent(),
      };
      try {
        await addPayment(context, { caller }, request);
      } catch (error) {
        // A concurrent call may have recorded this payment. Then adding it fails, because the id is taken or the
        // balance is too low.
        if (await isKnown()) return {};
        throw error;
      }
      return {};
    }),
    takePaymentBack: rpc(async ({ invoice_id, payment_id }, call) => {
      const request = {
        invoiceId: invoice_id,
        paymentId: payment_id,
        assert: () => undefined,
        toAnswer: () => noContent(),
      };
      await takePaymentBack(context, { caller: call.caller() }, request).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
      });
      return {};
    }),
  };
}
