import { noContent } from '@plotline/kit/core/answer';
import { conflict, notFound, Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { PaymentsServiceServer } from '@plotline/protos/plotline/pipeline/v1/payments';
import type { Context } from '../../context.js';
import { getBalance } from '../model/deal.js';
import { addPayment, takePaymentBack } from '../work/change-payments.js';

/** Creates PaymentsService, by which the service that talks to payment providers books what they have received. */
export function createPaymentsService(context: Context, rpc: RpcAdapter): PaymentsServiceServer {
  const { invoices, payments } = context;
  return {
    getPayable: rpc(async ({ invoice_id }, call) => {
      const invoice = await invoices.get(call.caller(), invoice_id);
      if (!invoice) throw notFound();
      const { number, currency, status } = invoice;
      return { number, currency, balance: status === 'void' ? 0 : getBalance(invoice) };
    }),
    recordPayment: rpc(async ({ invoice_id, payment_id, amount, currency, paid_on, reference }, call) => {
      const caller = call.caller();
      const isKnown = async () => (await payments.get(caller, payment_id)) !== null;
      if (await isKnown()) return {};
      const request = {
        invoiceId: invoice_id,
        decide: (invoice: { readonly currency: string }) => {
          if (invoice.currency !== currency) {
            throw conflict(`The invoice is in ${invoice.currency}, not in ${currency}.`, 'other_currency');
          }
          return { id: payment_id, amount, paid_on, method: 'card' as const, reference };
        },
        toAnswer: () => noContent(),
      };
      try {
        await addPayment(context, { caller }, request);
      } catch (error) {
        // A concurrent call with the same id may have recorded it: the id is unique, or the balance is less since.
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
