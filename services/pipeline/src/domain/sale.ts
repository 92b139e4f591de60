import { type Commission, commissionAmount } from './commission.js';
import type { Deal, DealTerms } from './deal.js';
import { type Invoice, invoiceNumber } from './invoice.js';
import { enterStage, type Lead } from './lead.js';

/** Who asked for the sale; what completes it later is done in that name. */
export interface SaleActor {
  readonly type: 'key' | 'user' | 'system';
  readonly id: string;
  readonly name: string;
  readonly role?: string;
  readonly agentId?: string;
}

/**
 * What is under way between pipeline and inventory, stored before inventory is asked: a unit being sold to a lead, or
 * being put back. Its id is the deal's.
 */
export interface Sale {
  readonly id: string;
  readonly version: number;
  readonly state: 'selling' | 'releasing';
  readonly lead_id: string;
  /** Null when a property is named, which sells nothing exclusively. */
  readonly unit_id: string | null;
  readonly terms: DealTerms;
  readonly agent_id: string | null;
  /** The agent's rate; null when the commission was given. */
  readonly rate: number | null;
  /** Since when the lead was in its stage: a lead that was moved meanwhile is not won. */
  readonly stage_since: Date;
  /** For a listing without a currency: the lead's budget's or the workspace's. */
  readonly fallback_currency: string;
  readonly actor: SaleActor;
  readonly request_id: string;
  readonly created_at: Date;
  /** When the repair looks at it next. */
  readonly due_at: Date;
  /** When nobody can be selling for this deal any more, so that a last release is final. Null while selling. */
  readonly final_at: Date | null;
  /** Looks of the repair without success. */
  readonly attempts: number;
}

/** What becomes of the lead, and the records that the sale brings into being. */
export interface ClosedSale {
  readonly lead: Lead;
  readonly deal: Deal;
  readonly commission: Commission;
  readonly invoice: Invoice;
}

export interface SaleFacts {
  readonly propertyId: string;
  /** The listing's; null when it names none. */
  readonly currency: string | null;
  readonly commissionId: string;
  readonly invoiceId: string;
  /** How many invoices the workspace has issued, this one included. */
  readonly invoiceCount: number;
}

/** Whether the lead is still as it was when the sale began. */
export function canClose(sale: Sale, lead: Lead): boolean {
  return lead.deal_id === null && lead.stage_since.getTime() === sale.stage_since.getTime();
}

/** Wins the lead: the deal is closed, the commission recorded, the invoice issued. */
export function closeSale(sale: Sale, lead: Lead, facts: SaleFacts, now: Date): ClosedSale {
  const { id, unit_id, agent_id, terms, rate } = sale;
  const currency = facts.currency ?? sale.fallback_currency;
  const amount = commissionAmount(terms.value, currency, { given: terms.commission, rate });
  const born = { version: 1, currency, created_at: now, updated_at: now };
  return {
    lead: { ...enterStage(lead, 'won', now), deal_id: id },
    deal: {
      ...born,
      id,
      lead_id: lead.id,
      property_id: facts.propertyId,
      unit_id,
      agent_id,
      value: terms.value,
      commission: amount,
      status: 'closed',
      closed_at: now,
      cancelled_at: null,
      terms,
      lead_source: lead.source,
    },
    commission: { ...born, id: facts.commissionId, deal_id: id, agent_id, rate, amount, status: 'earned' },
    invoice: {
      ...born,
      id: facts.invoiceId,
      number: invoiceNumber(facts.invoiceCount),
      deal_id: id,
      lead_id: lead.id,
      amount: terms.value,
      status: 'open',
      issued_at: now,
      paid_at: null,
      voided_at: null,
    },
  };
}
