import { subtractMoney } from '../../counters/model/money.js';
import { type Deal, getDealTotals, type Invoice } from './deal.js';
import { toInstalmentJson, toInvoiceJson, toPaymentJson } from './deal-json.js';
import type { Instalment } from './instalment.js';
import type { Payment } from './payment.js';

/** Content of a deal's statement. */
export interface StatementRecords {
  /** With its totals. */
  readonly deal: Deal;
  /** In the plan's order. */
  readonly instalments: readonly Instalment[];
  /** Oldest first. */
  readonly invoices: readonly Invoice[];
  /** Payments, oldest first, including reversed ones. */
  readonly payments: readonly Payment[];
}

/** Names of the records of a sale. Null for records that are deleted or hidden from the caller. */
export interface SaleNames {
  readonly lead_name: string | null;
  readonly lead_email: string | null;
  readonly property_name: string | null;
  readonly unit_name: string | null;
}

/** Returns the amount of a deal that is left to pay. It is 0 for a cancelled deal. */
export function getDealBalance(deal: Deal): number {
  return deal.status === 'cancelled' ? 0 : subtractMoney(deal.value, getDealTotals(deal).paid);
}

/** Returns the paid deposit that the next invoice will use; null if there is none. */
function toDepositJson({ open_deposit: deposit, currency }: Deal) {
  if (!deposit) return null;
  const { amount, paid_on, reference } = deposit;
  return { amount, currency, paid_on, reference };
}

/** Renders the statement of a deal for the public API. `today` is the current day of the workspace. */
export function toStatementJson(
  { deal, instalments, invoices, payments }: StatementRecords,
  names: SaleNames,
  today: string,
) {
  const { invoiced, paid } = getDealTotals(deal);
  return {
    deal_id: deal.id,
    status: deal.status,
    lead_id: deal.lead_id,
    lead_name: names.lead_name,
    lead_email: names.lead_email,
    property_id: deal.property_id,
    property_name: names.property_name,
    unit_id: deal.unit_id,
    unit_name: names.unit_name,
    currency: deal.currency,
    value: deal.value,
    invoiced,
    paid,
    balance: getDealBalance(deal),
    open_deposit: toDepositJson(deal),
    closed_at: deal.closed_at,
    cancelled_at: deal.cancelled_at,
    instalments: instalments.map(toInstalmentJson),
    invoices: invoices.map((invoice) => toInvoiceJson(invoice, today)),
    payments: payments.map(toPaymentJson),
  };
}
