import { logCall } from './call-log.js';
import { type Api, getData, type Schemas } from './client.js';
import type { Prospect } from './leads.js';
import type { Listing, Portfolio } from './portfolio.js';
import type { RandomSource } from './random.js';

const open = ['new', 'contacted', 'qualified', 'viewing', 'negotiation'] as const;
const noteTypes = ['note', 'call', 'email', 'meeting', 'viewing', 'message', 'other'] as const;
const reasons = ['price_too_high', 'location_not_suitable', 'bought_elsewhere', 'unresponsive', 'other'] as const;

/** State of a lead as the integration knows it. */
interface State {
  readonly id: string;
  agent: string | null;
  stage: Schemas['Stage'];
  /** Deal of a lead that is won. */
  deal: string | null;
  isPaid: boolean;
}

/** Works on leads at random: moves, notes, sales, payments, losses, reopening, other agents. */
export class LeadWork {
  readonly #api: Api;
  readonly #random: RandomSource;
  readonly #agents: readonly string[];
  readonly #properties: readonly Listing[];
  /** Units that are not sold. */
  readonly #available: Listing[];

  constructor(api: Api, random: RandomSource, agents: readonly string[], { properties, units }: Portfolio) {
    this.#api = api;
    this.#random = random;
    this.#agents = agents;
    this.#properties = properties;
    this.#available = [...units];
  }

  async run({ id, agent }: Prospect): Promise<void> {
    const state: State = { id, agent, stage: 'new', deal: null, isPaid: false };
    const steps = 1 + this.#random.next(6);
    for (let step = 0; step < steps; step += 1) await this.#step(state, step);
  }

  #step(state: State, step: number): Promise<void> {
    const chance = this.#random.next(100);
    if (chance < 40) return this.#move(state);
    if (chance < 60) return this.#note(state, step);
    if (chance < 80) return this.#win(state);
    if (chance < 88) return this.#lose(state);
    return chance < 95 ? this.#pay(state) : this.#assign(state);
  }

  /** Moves the lead to an open stage with either of two operations. Both reopen a won or lost lead. */
  async #move(state: State): Promise<void> {
    if (state.isPaid) return;
    const stage = this.#random.pick(open);
    const params = { path: { id: state.id } };
    if (this.#random.next(2) === 0) getData(await this.#api.POST('/v1/leads/{id}/stage', { params, body: { stage } }));
    else getData(await this.#api.PUT('/v1/leads/{id}', { params, body: { stage } }));
    logCall({ call: 'stage', lead: state.id, stage });
    Object.assign(state, { stage, deal: null });
  }

  async #note(state: State, step: number): Promise<void> {
    const type = this.#random.pick(noteTypes);
    const content = `Step ${step}: ${type}`;
    const params = { path: { id: state.id } };
    getData(await this.#api.POST('/v1/leads/{id}/notes', { params, body: { type, content } }));
    logCall({ call: 'note', lead: state.id, type, content });
  }

  /** Three of four sales are for a unit. */
  async #win(state: State): Promise<void> {
    if (state.stage === 'won') return;
    const unit = this.#random.next(4) === 0 ? undefined : this.#available.pop();
    const listing = unit ?? this.#properties[this.#random.next(this.#properties.length)];
    if (!listing) throw new Error('There is nothing to sell.');
    const value = 100_000 + 1_000 * this.#random.next(500);
    const commission = this.#random.next(3) === 0 ? 1_000 + this.#random.next(5_000) : null;
    const params = { path: { id: state.id } };
    const body = { property_id: listing.id, deal_value: value, ...(commission === null ? {} : { commission }) };
    const { deal } = getData(await this.#api.POST('/v1/leads/{id}/won', { params, body }));
    const sale = { unit: unit?.id ?? null, value, currency: listing.currency, commission };
    logCall({ call: 'won', lead: state.id, sale });
    Object.assign(state, { stage: 'won', deal: deal.id });
  }

  async #lose(state: State): Promise<void> {
    if (state.isPaid) return;
    const reason = this.#random.pick(reasons);
    getData(await this.#api.POST('/v1/leads/{id}/lost', { params: { path: { id: state.id } }, body: { reason } }));
    logCall({ call: 'lost', lead: state.id, reason });
    Object.assign(state, { stage: 'lost', deal: null });
  }

  async #pay(state: State): Promise<void> {
    if (state.deal === null || state.isPaid) return;
    const query = { deal_id: state.deal };
    const [invoice] = getData(await this.#api.GET('/v1/invoices', { params: { query } }));
    if (!invoice) throw new Error(`There is no invoice for ${state.deal}.`);
    getData(await this.#api.POST('/v1/invoices/{id}/paid', { params: { path: { id: invoice.id } } }));
    logCall({ call: 'paid', lead: state.id });
    state.isPaid = true;
  }

  async #assign(state: State): Promise<void> {
    const agent = this.#agents[this.#random.next(this.#agents.length)] ?? null;
    const body = { assigned_agent: agent };
    getData(await this.#api.PUT('/v1/leads/{id}', { params: { path: { id: state.id } }, body }));
    logCall({ call: 'assign', lead: state.id, agent });
    state.agent = agent;
  }
}
