import type { Lead } from '../../leads/model/lead.js';
import { enterStage } from '../../leads/model/stage.js';
import {
  type Commission,
  computeCommission,
  type Deal,
  type DealTerms,
  formatInvoiceNumber,
  type Invoice,
} from './deal.js';

/** Actor of the request that began the sale. The repair completes the sale as this actor. */
export interface SaleActor {
  readonly type: 'key' | 'user' | 'system';
  readonly id: string;
  readonly name: string;
  readonly role?: string;
  readonly agentId?: string;
}

/**
 * Sale in progress between pipeline and inventory, stored before inventory is called. A unit is being sold to a lead,
 * or being released. The id is that of the deal.
 */
export interface Sale {
  readonly id: string;
  readonly version: number;
  readonly state: 'selling' | 'releasing';
  readonly lead_id: string;
  /** Null when the request names a property, which can be sold to several leads. */
  readonly unit_id: string | null;
  readonly terms: DealTerms;
  /** Agent of the lead when the sale began. If another agent has the lead when it is won, that agent gets the deal. */
  readonly agent_id: string | null;
  /** Commission rate of the agent; null when the request names a commission. */
  readonly rate: number | null;
  /** `stage_entered_at` of the lead when the sale began. If the lead has moved since, this sale doesn't win it. */
  readonly stage_entered_at: Date;
  /** Currency when the listing names none: the currency of the lead's budget, or of the workspace. */
  readonly fallback_currency: string;
  readonly actor: SaleActor;
  readonly request_id: string;
  readonly created_at: Date;
  /** Time at which the repair next handles the sale. */
  readonly resume_at: Date;
  /** Time at which the sale was undone or refused; null while selling. Earlier requests may still sell the unit. */
  readonly undone_at: Date | null;
  /** Failed attempts of the repair. */
  readonly attempts: number;
}

/** Won lead and the records that the sale creates. */
export interface ClosedSale {
  readonly lead: Lead;
  readonly deal: Deal;
  readonly commission: Commission;
  readonly invoice: Invoice;
}

export interface SaleFacts {
  readonly propertyId: string;
  /** Currency of the listing; null when it names none. */
  readonly currency: string | null;
  readonly commissionId: string;
  readonly invoiceId: string;
  /** Number of this invoice in the workspace. */
  readonly invoiceCount: number;
}

/** Returns whether the lead has no deal and has not moved since the sale began. */
export function canClose(sale: Sale, lead: Lead): boolean {
  return lead.deal_id === null && lead.stage_entered_at.getTime() === sale.stage_entered_at.getTime();
}

/** Wins the lead: closes the deal, records the commission and issues the invoice. */
export function closeSale(sale: Sale, lead: Lead, facts: SaleFacts, now: Date): ClosedSale {
  const { id, unit_id, agent_id, terms, rate } = sale;
  const currency = facts.currency ?? sale.fallback_currency;
  const amount = computeCommission(terms.value, currency, { given: terms.commission, rate });
  const created = { version: 1, currency, created_at: now, updated_at: now };
  return {
    lead: { ...enterStage(lead, 'won', now), deal_id: id },
    deal: {
      ...created,
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
    commission: { ...created, id: facts.commissionId, deal_id: id, agent_id, rate, amount, status: 'earned' },
    invoice: {
      ...created,
      id: facts.invoiceId,
      number: formatInvoiceNumber(facts.invoiceCount),
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

/**
 * Creates the release of a cancelled deal's unit, which is stored with the cancellation. Returns null when the deal has
 * no unit.
 */
export function createRelease(
  deal: Deal,
  lead: Lead,
  by: { readonly actor: SaleActor; readonly requestId: string },
  now: Date,
): Sale | null {
  if (deal.unit_id === null) return null;
  return {
    id: deal.id,
    version: 1,
    state: 'releasing',
    lead_id: lead.id,
    unit_id: deal.unit_id,
    terms: deal.terms,
    agent_id: deal.agent_id,
    rate: null,
    stage_entered_at: lead.stage_entered_at,
    fallback_currency: deal.currency,
    actor: by.actor,
    request_id: by.requestId,
    created_at: now,
    resume_at: now,
    undone_at: now,
    attempts: 0,
  };
}
