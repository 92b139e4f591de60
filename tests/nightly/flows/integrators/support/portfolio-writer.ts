import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../../../support/api-client.js';
import { createLeads, createUnits } from '../../../../support/listings-and-leads.js';

const statuses = ['reserved', 'sold', 'off_market', 'rented', 'available'] as const;

interface Portfolio {
  /** Units whose status is changed in bulk. */
  readonly units: readonly string[];
  readonly sold: readonly string[];
  readonly deleted: readonly string[];
  readonly deletedProperty: string;
  readonly properties: readonly string[];
  readonly leads: readonly string[];
  readonly agents: readonly string[];
}

/** Changes a workspace's portfolio in all ways that a copy must follow, and counts the changes. */
export class PortfolioWriter {
  changes = 0;
  readonly #api: ApiClient;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  async create(): Promise<Portfolio> {
    const batches = await Promise.all(Array.from({ length: 10 }, () => createUnits(this.#api, 100)));
    const [sale, spare, doomed] = [
      await createUnits(this.#api, 12),
      await createUnits(this.#api, 40),
      await createUnits(this.#api, 100),
    ];
    const units = batches.flatMap(({ unitIds }) => unitIds);
    const interest = { interested_properties: units.slice(0, 3), budget: { max: 90_000, currency: 'USD' } };
    return {
      units,
      sold: sale.unitIds,
      deleted: spare.unitIds,
      deletedProperty: doomed.propertyId,
      properties: batches.map(({ propertyId }) => propertyId),
      leads: await createLeads(this.#api, 300, 'first', interest),
      agents: await this.#addAgents(6, 'first'),
    };
  }

  /** Makes at least `count` changes, several at a time. */
  async change(portfolio: Portfolio, count: number): Promise<void> {
    await Promise.all([
      this.#changeStatuses(portfolio, count),
      this.#changeListings(portfolio),
      this.#changeLeads(portfolio),
      this.#changeAgents(portfolio),
    ]);
  }

  /** Repeats a call if needed. Others may change the record at the same time, and the machine may be slow. */
  async #call(method: string, path: string, body?: unknown, count = 1): Promise<void> {
    const options = { ...(body === undefined ? {} : { body }), headers: { 'idempotency-key': randomUUID() } };
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#api.call(method, path, options);
      const isGone = method === 'DELETE' && attempt > 0 && answer.status === 404;
      if (answer.status < 300 || isGone) break;
      const isPassing = answer.status === 503 || (answer.status === 409 && answer.error.reason === 'record_busy');
      if (!isPassing || attempt === 10) {
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      }
      await sleep(200);
    }
    this.changes += count;
  }

  async #addAgents(count: number, name: string): Promise<string[]> {
    const ids: string[] = [];
    for (let place = 0; place < count; place += 1) {
      const agent = { email: `${name}.${place}@example.com`, name, commission: { rate: 0.02 } };
      ids.push((await this.#api.create('/v1/agents', agent)).id);
    }
    return ids;
  }

  async #changeStatuses({ units }: Portfolio, count: number): Promise<void> {
    for (let round = 0; this.changes < count; round += 1) {
      const half = round % 2 === 0 ? units.slice(0, 500) : units.slice(500);
      const status = statuses[(round >> 1) % statuses.length];
      await this.#call('PATCH', '/v1/units/bulk/status', { unit_ids: half, status }, half.length);
    }
  }

  async #changeListings({ units, deleted, deletedProperty, properties }: Portfolio): Promise<void> {
    const { unitIds } = await createUnits(this.#api, 300);
    this.changes += 1 + unitIds.length;
    for (const [place, id] of units.slice(0, 40).entries()) {
      await this.#call('PUT', `/v1/units/${id}`, { price: { amount: 80_000 + place, currency: 'USD' } });
    }
    for (const id of deleted) await this.#call('DELETE', `/v1/units/${id}`);
    await this.#call('DELETE', `/v1/properties/${deletedProperty}`, undefined, 101);
    for (const id of properties) {
      await this.#call('PUT', `/v1/properties/${id}`, { status: 'under_construction', features: ['pool'] });
    }
  }

  async #changeLeads({ leads, sold, agents }: Portfolio): Promise<void> {
    const added = await createLeads(this.#api, 300, 'later');
    this.changes += added.length;
    for (const [place, unit_id] of sold.entries()) {
      const path = `/v1/leads/${leads[place]}`;
      await this.#call('POST', `${path}/won`, { unit_id, deal_value: 95_000 });
      if (place % 2 === 0) await this.#call('POST', `${path}/stage`, { stage: 'negotiation' });
    }
    for (const id of leads.slice(20, 60)) {
      await this.#call('PUT', `/v1/leads/${id}`, { notes: 'Asked for the plans.', assigned_agent: agents[0] });
      await this.#call('POST', `/v1/leads/${id}/stage`, { stage: 'viewing' });
      await this.#call('POST', `/v1/leads/${id}/notes`, { content: 'Rang.', type: 'call' });
    }
    for (const id of leads.slice(60, 80)) await this.#call('DELETE', `/v1/leads/${id}`);
  }

  async #changeAgents({ agents }: Portfolio): Promise<void> {
    this.changes += (await this.#addAgents(3, 'later')).length;
    for (const id of agents.slice(1)) await this.#call('PUT', `/v1/agents/${id}`, { commission: { rate: 0.03 } });
    await this.#call('POST', `/v1/agents/${agents[5]}/deactivate`, {});
  }
}
