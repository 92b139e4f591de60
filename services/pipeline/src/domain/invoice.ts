import { conflict } from '@plotline/kit/errors';

export type InvoiceStatus = 'open' | 'paid' | 'void';

/** The invoice for a deal's value. */
export interface Invoice {
  readonly id: string;
  readonly version: number;
  /** Unique in the workspace and mode, such as `INV-000042`. The sequence may have gaps. */
  readonly number: string;
  readonly deal_id: string;
  readonly lead_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: InvoiceStatus;
  readonly issued_at: Date;
  readonly paid_at: Date | null;
  readonly voided_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The number of a workspace's nth invoice. */
export function formatInvoiceNumber(count: number): string {
  return `INV-${String(count).padStart(6, '0')}`;
}

/** The invoice paid; the same invoice when it is already. Throws CONFLICT when it is void. */
export function markInvoicePaid(invoice: Invoice, now: Date): Invoice {
  if (invoice.status === 'void') throw conflict('The invoice is void: its deal was cancelled.');
  return invoice.status === 'paid' ? invoice : { ...invoice, status: 'paid', paid_at: now, updated_at: now };
}

/** The invoice of a cancelled deal. Throws CONFLICT when it is paid. */
export function voidInvoice(invoice: Invoice, now: Date): Invoice {
  if (invoice.status === 'paid') throw conflict('The deal cannot be taken back: its invoice is paid.');
  return invoice.status === 'void' ? invoice : { ...invoice, status: 'void', voided_at: now, updated_at: now };
}
