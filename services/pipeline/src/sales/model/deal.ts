import { conflict } from '@plotline/kit/core/errors';
import { computeShare } from '../../counters/model/money.js';
import type { Source } from '../../leads/model/lead.js';

export type DealStatus = 'closed' | 'cancelled';

/** Terms in the request that won the lead. A repeated request has the same terms. */
export interface DealTerms {
  /** The unit's id when the request names a unit, in whichever field; otherwise the property's id. */
  readonly property_id: string;
  readonly value: number;
  /** Commission in the request; null when it is computed from the agent's rate. */
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
  /** Amount in the deal's currency. */
  readonly commission: number;
  readonly status: DealStatus;
  readonly closed_at: Date;
  readonly cancelled_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Not public. */
  readonly terms: DealTerms;
  /** Source of the lead when it was won. Not public. */
  readonly lead_source: Source;
}

/** Returns whether two requests ask for the same deal. Their notes may differ. */
export function haveSameTerms(one: DealTerms, other: DealTerms): boolean {
  return one.property_id === other.property_id && one.value === other.value && one.commission === other.commission;
}

/** Returns the cancelled deal; the same deal if it is already cancelled. */
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
  /** Rate that the amount was computed with, a fraction; null when the request gave the amount. */
  readonly rate: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: CommissionStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Returns the given amount or, if there is none, the rate's share of the deal's value. */
export function computeCommission(
  value: number,
  currency: string,
  { given, rate }: { readonly given: number | null; readonly rate: number | null },
): number {
  return given ?? computeShare(value, rate ?? 0, currency);
}

/** Returns the cancelled commission; the same commission if it is already cancelled. */
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

/** Formats the number of a workspace's nth invoice. */
export function formatInvoiceNumber(count: number): string {
  return `INV-${String(count).padStart(6, '0')}`;
}

/** Returns the paid invoice; the same invoice if it is already paid. Throws CONFLICT when it is void. */
export function markInvoicePaid(invoice: Invoice, now: Date): Invoice {
  if (invoice.status === 'void')
    throw conflict('The invoice is void: its deal was cancelled.', 'invoice_void', { invoice_id: invoice.id });
  return invoice.status === 'paid' ? invoice : { ...invoice, status: 'paid', paid_at: now, updated_at: now };
}

/** Voids the invoice of a cancelled deal. Throws CONFLICT when it is paid. */
export function voidInvoice(invoice: Invoice, now: Date): Invoice {
  if (invoice.status === 'paid')
    throw conflict('The deal cannot be cancelled: its invoice is paid.', 'invoice_paid', { invoice_id: invoice.id });
  return invoice.status === 'void' ? invoice : { ...invoice, status: 'void', voided_at: now, updated_at: now };
}
