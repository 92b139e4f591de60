import type { RecordedCall, Sale } from './integration/recorded-call.js';

export interface ExpectedDeal extends Sale {
  readonly lead: string;
  readonly source: string;
  readonly agent: string | null;
  readonly commission: number;
  isLive: boolean;
  isPaid: boolean;
}

/** Lead after the calls. */
export interface ExpectedLead {
  readonly id: string;
  readonly source: string;
  agent: string | null;
  stage: string;
  reason: string | null;
  /** Every stage that the lead has been in. */
  readonly stages: Set<string>;
  readonly moves: { readonly from: string; readonly to: string }[];
  readonly assignments: { readonly from: string | null; readonly to: string | null }[];
  readonly notes: { readonly type: string; readonly content: string }[];
}

type LeadCall = Exclude<RecordedCall, { readonly call: 'property' | 'unit' | 'agent' | 'lead' }>;

/** Expected state of the service after the recorded calls, derived only from these calls. */
export class ExpectedState {
  readonly properties: string[] = [];
  readonly units = new Map<string, string>();
  /** Commission rates. */
  readonly agents = new Map<string, number>();
  readonly teams = new Map<string, string[]>();
  readonly leads = new Map<string, ExpectedLead>();
  readonly deals: ExpectedDeal[] = [];

  constructor(calls: readonly RecordedCall[]) {
    for (const call of calls) this.#apply(call);
  }

  get unitCount(): number {
    return this.units.size;
  }

  get liveDeals(): readonly ExpectedDeal[] {
    return this.deals.filter(({ isLive }) => isLive);
  }

  #apply(call: RecordedCall): void {
    if (call.call === 'property') this.properties.push(call.id);
    else if (call.call === 'unit') this.units.set(call.id, call.property);
    else if (call.call === 'agent') {
      this.agents.set(call.id, call.rate);
      this.teams.set(call.team, [...(this.teams.get(call.team) ?? []), call.id]);
    } else if (call.call === 'lead') this.leads.set(call.id, createLead(call.id, call.source, call.agent));
    else this.#change(this.#lead(call.lead), call);
  }

  #lead(id: string): ExpectedLead {
    const lead = this.leads.get(id);
    if (!lead) throw new Error(`The recorded calls have a lead that they did not create: ${id}.`);
    return lead;
  }

  #change(lead: ExpectedLead, call: LeadCall): void {
    if (call.call === 'stage') this.#move(lead, call.stage, null);
    else if (call.call === 'lost') this.#move(lead, 'lost', call.reason);
    else if (call.call === 'note') lead.notes.push({ type: call.type, content: call.content });
    else if (call.call === 'assign') assign(lead, call.agent);
    else if (call.call === 'won') this.#win(lead, call.sale);
    else for (const deal of this.#findLiveDeals(lead)) deal.isPaid = true;
  }

  #findLiveDeals({ id }: ExpectedLead): ExpectedDeal[] {
    return this.deals.filter((deal) => deal.lead === id && deal.isLive);
  }

  /** Leaving `won` cancels the deal. */
  #move(lead: ExpectedLead, to: string, reason: string | null): void {
    if (lead.stage === 'won' && to !== 'won') for (const deal of this.#findLiveDeals(lead)) deal.isLive = false;
    if (lead.stage !== to) lead.moves.push({ from: lead.stage, to });
    lead.stage = to;
    lead.reason = reason;
    lead.stages.add(to);
  }

  #win(lead: ExpectedLead, sale: Sale): void {
    const rate = lead.agent === null ? 0 : (this.agents.get(lead.agent) ?? 0);
    const commission = sale.commission ?? Math.round(sale.value * rate * 100) / 100;
    const { id, source, agent } = lead;
    this.#move(lead, 'won', null);
    this.deals.push({ ...sale, lead: id, source, agent, commission, isLive: true, isPaid: false });
  }
}

function createLead(id: string, source: string, agent: string | null): ExpectedLead {
  const assignments = agent === null ? [] : [{ from: null, to: agent }];
  const stages = new Set(['new']);
  return { id, source, agent, stage: 'new', reason: null, stages, moves: [], assignments, notes: [] };
}

function assign(lead: ExpectedLead, agent: string | null): void {
  if (lead.agent !== agent) lead.assignments.push({ from: lead.agent, to: agent });
  lead.agent = agent;
}
