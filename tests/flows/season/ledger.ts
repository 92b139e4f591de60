import type { Entry, Sale } from './entry.js';

export interface DealLine extends Sale {
  readonly lead: string;
  readonly source: string;
  readonly agent: string | null;
  readonly commission: number;
  isLive: boolean;
  isPaid: boolean;
}

/** A lead as the calls made it. */
export interface LeadLine {
  readonly id: string;
  readonly source: string;
  agent: string | null;
  stage: string;
  reason: string | null;
  /** Every stage that it was ever in. */
  readonly reached: Set<string>;
  readonly moves: { readonly from: string; readonly to: string }[];
  readonly assignments: { readonly from: string | null; readonly to: string | null }[];
  readonly notes: { readonly type: string; readonly content: string }[];
}

type LeadEntry = Exclude<Entry, { readonly call: 'property' | 'unit' | 'agent' | 'lead' }>;

/** What the service must know after the calls of a record, derived from them and nothing else. */
export class Ledger {
  readonly properties: string[] = [];
  readonly units = new Map<string, string>();
  /** Commission rates. */
  readonly agents = new Map<string, number>();
  readonly teams = new Map<string, string[]>();
  readonly leads = new Map<string, LeadLine>();
  readonly deals: DealLine[] = [];

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) this.#enter(entry);
  }

  get liveDeals(): readonly DealLine[] {
    return this.deals.filter(({ isLive }) => isLive);
  }

  #enter(entry: Entry): void {
    if (entry.call === 'property') this.properties.push(entry.id);
    else if (entry.call === 'unit') this.units.set(entry.id, entry.property);
    else if (entry.call === 'agent') {
      this.agents.set(entry.id, entry.rate);
      this.teams.set(entry.team, [...(this.teams.get(entry.team) ?? []), entry.id]);
    } else if (entry.call === 'lead') this.leads.set(entry.id, newLine(entry.id, entry.source, entry.agent));
    else this.#change(this.#lead(entry.lead), entry);
  }

  #lead(id: string): LeadLine {
    const lead = this.leads.get(id);
    if (!lead) throw new Error(`The record has calls of a lead that it did not create: ${id}.`);
    return lead;
  }

  #change(lead: LeadLine, entry: LeadEntry): void {
    if (entry.call === 'stage') this.#move(lead, entry.stage, null);
    else if (entry.call === 'lost') this.#move(lead, 'lost', entry.reason);
    else if (entry.call === 'note') lead.notes.push({ type: entry.type, content: entry.content });
    else if (entry.call === 'assign') assign(lead, entry.agent);
    else if (entry.call === 'won') this.#win(lead, entry.sale);
    else for (const deal of this.#dealsOf(lead)) deal.isPaid = true;
  }

  #dealsOf({ id }: LeadLine): DealLine[] {
    return this.deals.filter((deal) => deal.lead === id && deal.isLive);
  }

  /** Leaving `won` takes the deal back. */
  #move(lead: LeadLine, to: string, reason: string | null): void {
    if (lead.stage === 'won' && to !== 'won') for (const deal of this.#dealsOf(lead)) deal.isLive = false;
    if (lead.stage !== to) lead.moves.push({ from: lead.stage, to });
    lead.stage = to;
    lead.reason = reason;
    lead.reached.add(to);
  }

  #win(lead: LeadLine, sale: Sale): void {
    const rate = lead.agent === null ? 0 : (this.agents.get(lead.agent) ?? 0);
    const commission = sale.commission ?? Math.round(sale.value * rate * 100) / 100;
    const { id, source, agent } = lead;
    this.#move(lead, 'won', null);
    this.deals.push({ ...sale, lead: id, source, agent, commission, isLive: true, isPaid: false });
  }
}

function newLine(id: string, source: string, agent: string | null): LeadLine {
  const assignments = agent === null ? [] : [{ from: null, to: agent }];
  const reached = new Set(['new']);
  return { id, source, agent, stage: 'new', reason: null, reached, moves: [], assignments, notes: [] };
}

function assign(lead: LeadLine, agent: string | null): void {
  if (lead.agent !== agent) lead.assignments.push({ from: lead.agent, to: agent });
  lead.agent = agent;
}
