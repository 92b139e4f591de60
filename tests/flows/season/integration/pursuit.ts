import { type Api, recordOf, type Schemas } from './client.js';
import type { Dice } from './dice.js';
import type { Prospect } from './leads.js';
import type { Listing, Portfolio } from './portfolio.js';
import { record } from './record.js';

const open = ['new', 'contacted', 'qualified', 'viewing', 'negotiation'] as const;
const noteTypes = ['note', 'call', 'email', 'meeting', 'viewing', 'message', 'other'] as const;
const reasons = ['price_too_high', 'location_not_suitable', 'bought_elsewhere', 'unresponsive', 'other'] as const;

/** What the integrator knows of a lead while it pursues it. */
interface State {
  readonly id: string;
  agent: string | null;
  stage: Schemas['Stage'];
  /** The deal of a lead that is won. */
  deal: string | null;
  isPaid: boolean;
}

/** Pursues leads by the fall of the dice: moves, notes, sales, payments, losses, reopenings, other agents. */
export class Pursuit {
  readonly #api: Api;
  readonly #dice: Dice;
  readonly #agents: readonly string[];
  readonly #properties: readonly Listing[];
  /** Units that nobody has bought. */
  readonly #free: Listing[];

  constructor(api: Api, dice: Dice, agents: readonly string[], { properties, units }: Portfolio) {
    this.#api = api;
    this.#dice = dice;
    this.#agents = agents;
    this.#properties = properties;
    this.#free = [...units];
  }

  async pursue({ id, agent }: Prospect): Promise<void> {
    const state: State = { id, agent, stage: 'new', deal: null, isPaid: false };
    const steps = 1 + this.#dice.throw(6);
    for (let step = 0; step < steps; step += 1) await this.#step(state, step);
  }

  #step(state: State, step: number): Promise<void> {
    const chance = this.#dice.throw(100);
    if (chance < 40) return this.#move(state);
    if (chance < 60) return this.#note(state, step);
    if (chance < 80) return this.#win(state);
    if (chance < 88) return this.#lose(state);
    return chance < 95 ? this.#pay(state) : this.#assign(state);
  }

  /** To an open stage, by either of the two ways; a won or lost lead is thereby reopened. */
  async #move(state: State): Promise<void> {
    if (state.isPaid) return;
    const stage = this.#dice.pick(open);
    const params = { path: { id: state.id } };
    if (this.#dice.throw(2) === 0) recordOf(await this.#api.POST('/v1/leads/{id}/stage', { params, body: { stage } }));
    else recordOf(await this.#api.PUT('/v1/leads/{id}', { params, body: { stage } }));
    record({ call: 'stage', lead: state.id, stage });
    Object.assign(state, { stage, deal: null });
  }

  async #note(state: State, step: number): Promise<void> {
    const type = this.#dice.pick(noteTypes);
    const content = `Step ${step}: ${type}`;
    const params = { path: { id: state.id } };
    recordOf(await this.#api.POST('/v1/leads/{id}/notes', { params, body: { type, content } }));
    record({ call: 'note', lead: state.id, type, content });
  }

  /** Three in four sales are of a unit. */
  async #win(state: State): Promise<void> {
    if (state.stage === 'won') return;
    const unit = this.#dice.throw(4) === 0 ? undefined : this.#free.pop();
    const listing = unit ?? this.#properties[this.#dice.throw(this.#properties.length)];
    if (!listing) throw new Error('There is nothing to sell.');
    const value = 100_000 + 1_000 * this.#dice.throw(500);
    const commission = this.#dice.throw(3) === 0 ? 1_000 + this.#dice.throw(5_000) : null;
    const params = { path: { id: state.id } };
    const body = { property_id: listing.id, deal_value: value, ...(commission === null ? {} : { commission }) };
    const { deal } = recordOf(await this.#api.POST('/v1/leads/{id}/won', { params, body }));
    const sale = { unit: unit?.id ?? null, value, currency: listing.currency, commission };
    record({ call: 'won', lead: state.id, sale });
    Object.assign(state, { stage: 'won', deal: deal.id });
  }

  async #lose(state: State): Promise<void> {
    if (state.isPaid) return;
    const reason = this.#dice.pick(reasons);
    recordOf(await this.#api.POST('/v1/leads/{id}/lost', { params: { path: { id: state.id } }, body: { reason } }));
    record({ call: 'lost', lead: state.id, reason });
    Object.assign(state, { stage: 'lost', deal: null });
  }

  async #pay(state: State): Promise<void> {
    if (state.deal === null || state.isPaid) return;
    const query = { deal_id: state.deal };
    const [invoice] = recordOf(await this.#api.GET('/v1/invoices', { params: { query } }));
    if (!invoice) throw new Error(`There is no invoice for ${state.deal}.`);
    recordOf(await this.#api.POST('/v1/invoices/{id}/paid', { params: { path: { id: invoice.id } } }));
    record({ call: 'paid', lead: state.id });
    state.isPaid = true;
  }

  async #assign(state: State): Promise<void> {
    const agent = this.#agents[this.#dice.throw(this.#agents.length)] ?? null;
    const body = { assigned_agent: agent };
    recordOf(await this.#api.PUT('/v1/leads/{id}', { params: { path: { id: state.id } }, body }));
    record({ call: 'assign', lead: state.id, agent });
    state.agent = agent;
  }
}
