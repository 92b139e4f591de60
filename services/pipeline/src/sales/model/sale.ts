import type { Lead } from '../../leads/model/lead.js';
import { enterStage } from '../../leads/model/stage.js';
import type { PlannedInstalment } from '../../plans/model/payment-plan.js';
import { type Commission, computeCommission } from './commission.js';
import type { Deal, DealTerms, OpenDeposit } from './deal.js';
import type { Instalment } from './instalment.js';
import { type InvoiceFacts, type IssuedInvoice, invoiceInstalment, issueInvoice } from './issue-invoice.js';
import type { InstalmentPlan } from './plan-instalments.js';

/** Actor of the request that began the sale. The repair completes the sale as this actor. */
export interface SaleActor {
  readonly type: 'key' | 'user' | 'system';
  readonly id: string;
  readonly name: string;
  readonly role?: string;
  readonly agentId?: string;
}

/**
 * Sale in progress between pipeline and inventory. It is stored before inventory is called, and has the id of the deal.
 * The unit is either being sold to a lead or being released.
 */
export interface Sale {
  readonly id: string;
  readonly version: number;
  readonly state: 'selling' | 'releasing';
  readonly lead_id: string;
  /** Null if the request is for a property, because a property can be sold to several leads. */
  readonly unit_id: string | null;
  readonly terms: DealTerms;
  /** Agent of the lead when the sale began. If the lead has another agent when it is won, that agent gets the deal. */
  readonly agent_id: string | null;
  /** Commission rate of the agent. Null if the request contains a commission. */
  readonly rate: number | null;
  /** `stage_entered_at` of the lead when the sale began. If the lead has moved since then, this sale doesn't win it. */
  readonly stage_entered_at: Date;
  /**
   * Instalments of the plan or the terms. Null for one invoice for the whole value. Absent in sales of earlier releases
   * of Plotline.
   */
  readonly instalments?: readonly PlannedInstalment[] | null;
  /** Time zone of the workspace. Absent in sales of earlier releases of Plotline. */
  readonly time_zone?: string;
  /** Days between an instalment's invoice and its due day. Absent in sales of earlier releases of Plotline. */
  readonly invoice_lead_days?: number;
  /** Currency to use if the listing has none. It is the currency of the lead's budget or of the workspace. */
  readonly fallback_currency: string;
  readonly actor: SaleActor;
  readonly request_id: string;
  readonly created_at: Date;
  /** Time at which the repair handles the sale next. */
  readonly resume_at: Date;
  /**
   * Time at which the sale was undone or refused. Null while selling. Requests from before that time may still sell the
   * unit.
   */
  readonly undone_at: Date | null;
  /** Number of failed attempts by the repair. */
  readonly attempts: number;
}

/** Won lead and the records that the sale creates. */
export interface ClosedSale {
  readonly lead: Lead;
  readonly deal: Deal;
  readonly commission: Commission;
  /** Instalments in the plan's order, including those that are invoiced. Empty without a plan. */
  readonly instalments: readonly Instalment[];
  readonly invoices: readonly IssuedInvoice[];
}

export interface SaleFacts {
  readonly propertyId: string;
  /** Currency of the listing or, if it has none, of the lead or the workspace. */
  readonly currency: string;
  readonly commissionId: string;
  /** Null for one invoice for the whole value. */
  readonly plan: InstalmentPlan | null;
  /** Milestones for which instalments are invoiced at the sale. */
  readonly milestoneIds: readonly string[];
  /** Deposit of the converted hold, in the deal's currency; null when none was paid. */
  readonly deposit: OpenDeposit | null;
  /** Numbers of the invoices that the sale issues, in the order of the invoices. */
  readonly invoices: readonly InvoiceFacts[];
}

/** Returns whether the lead has no deal and has not moved since the sale began. */
export function canClose(sale: Sale, lead: Lead): boolean {
  return lead.deal_id === null && lead.stage_entered_at.getTime() === sale.stage_entered_at.getTime();
}

/** Issues the invoices that are due at the sale. Returns the deal with the totals of these invoices. */
function issueInvoices(deal: Deal, { plan, invoices }: SaleFacts, now: Date) {
  const created = { version: 1, status: 'planned', invoice_id: null, created_at: now, updated_at: now } as const;
  const planned = plan?.instalments.map((fields): Instalment => ({ ...fields, ...created }));
  const facts = [...invoices];
  const issued: IssuedInvoice[] = [];
  let after = deal;
  const add = (one: IssuedInvoice | null) => {
    if (!one) throw new Error('A new deal can always be invoiced.');
    issued.push(one);
    after = one.stored.deal;
    return one.stored.instalment;
  };
  const takeFacts = () => {
    const next = facts.shift();
    if (!next) throw new Error('The sale issues more invoices than it has numbers for.');
    return next;
  };
  if (!planned) add(issueInvoice(after, takeFacts(), now));
  const instalments = (planned ?? []).map((one) => {
    const dueOn = plan?.due.get(one.id);
    if (dueOn === undefined) return one;
    return add(invoiceInstalment(one, after, { ...takeFacts(), dueOn }, now)) ?? one;
  });
  // The deal is stored only once, with its totals.
  return { deal: { ...after, version: deal.version }, instalments, invoices: issued };
}

/** Wins the lead: closes the deal, records the commission, plans the instalments and issues the invoices. */
export function closeSale(sale: Sale, lead: Lead, facts: SaleFacts, now: Date): ClosedSale {
  const { id, unit_id, agent_id, terms, rate } = sale;
  const { currency, propertyId, commissionId, deposit } = facts;
  const amount = computeCommission(terms.value, currency, { given: terms.commission, rate });
  const created = { version: 1, currency, created_at: now, updated_at: now };
  const deal: Deal = {
    ...created,
    id,
    lead_id: lead.id,
    property_id: propertyId,
    unit_id,
    agent_id,
    value: terms.value,
    commission: amount,
    payment_plan_id: terms.payment_plan_id ?? null,
    invoiced: 0,
    paid: 0,
    open_deposit: deposit,
    status: 'closed',
    closed_at: now,
    cancelled_at: null,
    terms,
    lead_source: lead.source,
  };
  return {
    lead: { ...enterStage(lead, 'won', now), deal_id: id },
    commission: { ...created, id: commissionId, deal_id: id, agent_id, rate, amount, status: 'earned' },
    ...issueInvoices(deal, facts, now),
  };
}

/**
 * Creates the release of a cancelled deal's unit. The release is stored together with the cancellation. Returns null if
 * the deal has no unit.
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
