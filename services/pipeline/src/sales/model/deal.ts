import { isDeepStrictEqual } from 'node:util';
import { conflict } from '@plotline/kit/core/errors';
import { subtractMoney } from '../../counters/model/money.js';
import type { Source } from '../../leads/model/lead.js';
import type { PlannedInstalment } from '../../plans/model/payment-plan.js';

export type DealStatus = 'closed' | 'cancelled';

/** Terms of the request that won the lead. A repeated request must have the same terms. */
export interface DealTerms {
  /**
   * Id of the unit or, for a deal without a unit, of the property. Requests may send it as `unit_id` or as
   * `property_id`.
   */
  readonly property_id: string;
  readonly value: number;
  /** Commission in the request. Null if it is computed from the agent's rate. */
  readonly commission: number | null;
  readonly notes: string | null;
  /** Id of the payment plan. Null for none. Absent if an earlier release of Plotline stored the terms. */
  readonly payment_plan_id?: string | null;
  /**
   * Instalments in the request, in place of a plan; null for none. Absent if an earlier release of Plotline stored the
   * terms.
   */
  readonly instalments?: readonly PlannedInstalment[] | null;
}

/** Part of a converted hold's deposit that has not paid an invoice yet. */
export interface OpenDeposit {
  readonly amount: number;
  readonly paid_on: string;
  readonly reference: string | null;
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
  /** Absent in deals of earlier releases of Plotline, which also lack the totals. */
  readonly payment_plan_id?: string | null;
  /** Total of the invoices that are not void. */
  readonly invoiced?: number;
  /** Total of the payments that weren't reversed. */
  readonly paid?: number;
  /** Unused part of a hold's deposit, which pays the next invoice. Null or absent for none. Not public. */
  readonly open_deposit?: OpenDeposit | null;
}

/** Invoiced and paid amounts of a deal. */
export interface DealTotals {
  readonly invoiced: number;
  readonly paid: number;
}

/**
 * Returns the totals of a deal. A deal of an earlier release of Plotline has one invoice for its value, and stores no
 * totals until it changes. For such a deal, pass the paid amount of the invoice.
 */
export function getDealTotals(deal: Deal, paidBefore = 0): DealTotals {
  const { invoiced = deal.status === 'closed' ? deal.value : 0, paid = paidBefore } = deal;
  return { invoiced, paid };
}

/** Returns whether two requests have the same terms, apart from notes. */
export function haveSameTerms(one: DealTerms, other: DealTerms): boolean {
  return (
    one.property_id === other.property_id &&
    one.value === other.value &&
    one.commission === other.commission &&
    (one.payment_plan_id ?? null) === (other.payment_plan_id ?? null) &&
    isDeepStrictEqual(one.instalments ?? null, other.instalments ?? null)
  );
}

/**
 * Returns the cancelled deal, whose invoices are void; the same deal if it is already cancelled. Throws CONFLICT if a
 * paid deposit waits for its first invoice, because no other record contains that money.
 */
export function cancelDeal(deal: Deal, now: Date): Deal {
  if (deal.status === 'cancelled') return deal;
  if (deal.open_deposit)
    throw conflict(
      'The deal cannot be cancelled: its deposit is paid and waits for the next invoice.',
      'invoice_paid',
      { deal_id: deal.id },
    );
  const nothing = { invoiced: 0, paid: 0 };
  return { ...deal, ...nothing, status: 'cancelled', cancelled_at: now, updated_at: now };
}

export type InvoiceStatus = 'open' | 'partially_paid' | 'paid' | 'void';

/** The invoice for a deal's value, or for one of its instalments. */
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
  /** Due day (`YYYY-MM-DD`). Null without a plan. Absent in invoices of earlier releases of Plotline. */
  readonly due_on?: string | null;
  /** Null without a plan. Absent in invoices of earlier releases of Plotline. */
  readonly instalment_id?: string | null;
  /** Total of the payments that weren't reversed. Absent in invoices of earlier releases of Plotline. */
  readonly paid_amount?: number;
  /** Whether the lead's agent was notified that the invoice is overdue. The agent is notified only once. Not public. */
  readonly overdue_told?: boolean;
  readonly issued_at: Date;
  readonly paid_at: Date | null;
  readonly voided_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Returns the paid amount of an invoice. The previous release marks invoices as paid without storing an amount. */
export function getPaidAmount({ status, amount, paid_amount = 0 }: Invoice): number {
  return status === 'paid' ? amount : paid_amount;
}

/** Returns the amount that is left to pay. It is 0 for a void invoice. */
export function getBalance(invoice: Invoice): number {
  return invoice.status === 'void' ? 0 : subtractMoney(invoice.amount, getPaidAmount(invoice));
}

/** Returns whether the invoice was due before today and isn't paid. Days are `YYYY-MM-DD`. */
export function isOverdue({ status, due_on = null }: Invoice, today: string): boolean {
  return (status === 'open' || status === 'partially_paid') && due_on !== null && due_on < today;
}

/** Formats the number of a workspace's nth invoice. */
export function formatInvoiceNumber(count: number): string {
  return `INV-${String(count).padStart(6, '0')}`;
}

/** Voids the invoice of a cancelled deal. Throws CONFLICT if any part of it is paid. */
export function voidInvoice(invoice: Invoice, now: Date): Invoice {
  if (invoice.status === 'void') return invoice;
  if (getPaidAmount(invoice) > 0)
    throw conflict('The deal cannot be cancelled: its invoice is paid. Reverse the payments first.', 'invoice_paid', {
      invoice_id: invoice.id,
    });
  return { ...invoice, status: 'void', voided_at: now, updated_at: now };
}
