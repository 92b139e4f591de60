import type { AddNames } from '@plotline/kit/rpc/read-records';
import type { Context } from '../../context.js';
import type { Instalment } from '../model/instalment.js';
import type { Payment } from '../model/payment.js';
import { findBuyers, findListingNames, type NameSources } from './record-names.js';

/** Adds the names of the buyer, the property and the unit to a page of instalments. */
export function addInstalmentNames(
  sources: NameSources & Pick<Context, 'deals'>,
): AddNames<Pick<Instalment, 'deal_id'>> {
  return async (caller, instalments) => {
    const deals = await sources.deals.getMany(caller, [...new Set(instalments.map(({ deal_id }) => deal_id))]);
    const [buyers, listings] = await Promise.all([
      findBuyers(
        sources,
        caller,
        deals.map(({ lead_id }) => lead_id),
      ),
      findListingNames(
        sources,
        caller,
        deals.flatMap(({ property_id, unit_id }) => [property_id, unit_id]),
      ),
    ]);
    const dealOf = new Map(deals.map((deal) => [deal.id, deal]));
    return instalments.map((instalment) => {
      const deal = dealOf.get(instalment.deal_id);
      const buyer = buyers.get(deal?.lead_id ?? '');
      return {
        ...instalment,
        lead_name: buyer?.name ?? null,
        lead_email: buyer?.email ?? null,
        property_name: listings.get(deal?.property_id ?? '') ?? null,
        unit_name: listings.get(deal?.unit_id ?? '') ?? null,
      };
    });
  };
}

/** Adds the number of the invoice and the name of the buyer to a page of payments. */
export function addPaymentNames(
  sources: NameSources & Pick<Context, 'invoices'>,
): AddNames<Pick<Payment, 'invoice_id'>> {
  return async (caller, payments) => {
    const ids = [...new Set(payments.map(({ invoice_id }) => invoice_id))];
    const invoices = await sources.invoices.getMany(caller, ids);
    const buyers = await findBuyers(
      sources,
      caller,
      invoices.map(({ lead_id }) => lead_id),
    );
    const invoiceOf = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    return payments.map((payment) => {
      const invoice = invoiceOf.get(payment.invoice_id);
      const buyer = buyers.get(invoice?.lead_id ?? '');
      return {
        ...payment,
        invoice_number: invoice?.number ?? null,
        lead_name: buyer?.name ?? null,
        lead_email: buyer?.email ?? null,
      };
    });
  };
}
