import { conflict } from '@plotline/kit/core/errors';
import type { Source } from './lead.js';
import { computeShare } from './money.js';

export type DealStatus = 'closed' | 'cancelled';

/** What the request that won the lead asked for; a repeated request has the same. */
export interface DealTerms {
  /** What is sold: the unit's id when the request names a unit, whichever field it used; otherwise the property's. */
  readonly property_id: string;
  readonly value: number;
  /** The commission in the request; null when it is computed by the agent's rate. */
  readonly commission: number | null;
  readonly notes: string | null;
}

/** A sale to a lead. */
export interface Deal {
  readonly id: string;
  readonly version: number;
  readonly lead_id: string;
  readonly property_id: string;
  readonly unit_id: string | null;
  readonly agent_id: string | null;
  readonly value: number;
  readonly currency: string;
  /** An amount in the deal's currency. */
  readonly commission: number;
  readonly status: DealStatus;
  readonly closed_at: Date;
  readonly cancelled_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Not public. */
  readonly terms: DealTerms;
  /** The lead's source when it was won. Not public. */
  readonly lead_source: Source;
}

/** Whether two requests ask for the same deal. Their notes may differ. */
export function haveSameTerms(one: DealTerms, other: DealTerms): boolean {
  return one.property_id === other.property_id && one.value === other.value && one.commission === other.commission;
}

/** The deal cancelled; the same deal when it is already. */
export function cancelDeal(deal: Deal, now: Date): Deal {
  return deal.status === 'cancelled' ? deal : { ...deal, status: 'cancelled', cancelled_at: now, updated_at: now };
}

export type CommissionStatus = 'earned' | 'cancelled';

/** The agent's share of a deal. */
export interface Commission {
  readonly id: string;
  readonly version: number;
  readonly deal_id: string;
  readonly agent_id: string | null;
  /** The rate that the amount was computed by, a fraction; null when the amount was in the request. */
  readonly rate: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: CommissionStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The given amount as it is; without one, the rate's share of the deal's value. */
export function computeCommission(
  value: number,
  currency: string,
  { given, rate }: { readonly given: number | null; readonly rate: number | null },
): number {
  return given ?? computeShare(value, rate ?? 0, currency);
}

/** The commission cancelled; the same commission when it is already. */
export function cancelCommission(commission: Commission, now: Date): Commission {
  return commission.status === 'cancelled' ? commission : { ...commission, status: 'cancelled', updated_at: now };
}

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
  if (invoice.status === 'void')
    throw conflict('The invoice is void: its deal was cancelled.', 'invoice_void', { invoice_id: invoice.id });
  return invoice.status === 'paid' ? invoice : { ...invoice, status: 'paid', paid_at: now, updated_at: now };
}

/** The invoice of a cancelled deal. Throws CONFLICT when it is paid. */
export function voidInvoice(invoice: Invoice, now: Date): Invoice {
  if (invoice.status === 'paid')
    throw conflict('The deal cannot be taken back: its invoice is paid.', 'invoice_paid', { invoice_id: invoice.id });
  return invoice.status === 'void' ? invoice : { ...invoice, status: 'void', voided_at: now, updated_at: now };
}
