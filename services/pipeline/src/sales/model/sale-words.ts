import type { DealStatus, Invoice } from './deal.js';
import { isOverdue } from './deal.js';
import type { InstalmentStatus } from './instalment.js';
import type { PaymentMethod } from './payment.js';

// Labels on invoices and statements.

export const dealWords: Readonly<Record<DealStatus, string>> = { closed: 'Closed', cancelled: 'Cancelled' };

export const instalmentWords: Readonly<Record<InstalmentStatus, string>> = {
  planned: 'Planned',
  invoiced: 'Invoiced',
  paid: 'Paid',
  cancelled: 'Cancelled',
};

export const methodWords: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  cash: 'Cash',
  cheque: 'Cheque',
  other: 'Other',
};

const invoiceWords = { open: 'Open', partially_paid: 'Partially paid', paid: 'Paid', void: 'Void' } as const;

/** Returns the status of an invoice in words. */
export function toInvoiceWord(invoice: Invoice, today: string): string {
  return isOverdue(invoice, today) ? `${invoiceWords[invoice.status]}, overdue` : invoiceWords[invoice.status];
}
