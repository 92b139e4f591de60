import { Random } from '@plotline/local/demo/random';
import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiClient, ApiRecord } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import { createLeads, createUnits } from '../../support/listings-and-leads.js';
import { system } from '../../support/system.js';
import { newWorkspace } from '../../support/workspace.js';

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
const unitCount = 4;
const leadCount = 10;
const actionCount = 80;

const components = ['inventory', 'pipeline', 'rabbitmq', 'mongo'] as const;

const statusOf = (record: ApiRecord) => String(record.status);

/** Requests about holds and sales, in a random order that depends only on the seed. */
class Race {
  readonly #api: ApiClient;
  readonly #random: Random;
  readonly #unitIds: readonly string[];
  readonly #leadIds: readonly string[];
  readonly #holdIds: string[] = [];

  constructor(api: ApiClient, seed: number, unitIds: readonly string[], leadIds: readonly string[]) {
    this.#api = api;
    this.#random = new Random(seed);
    this.#unitIds = unitIds;
    this.#leadIds = leadIds;
  }

  /** Returns the next request. */
  next(): () => Promise<unknown> {
    const unit_id = this.#random.pick(this.#unitIds);
    const lead_id = this.#random.pick(this.#leadIds);
    const holdId = this.#holdIds.length === 0 ? null : this.#random.pick(this.#holdIds);
    const chance = this.#random.next();
    if (holdId === null || chance < 0.5) {
      const body = { unit_id, lead_id, queue: chance < 0.3, expires_in: chance < 0.15 ? 1 : 600 };
      return async () => {
        const answer = await this.#api.post('/v1/holds', body);
        if (answer.status === 201) this.#holdIds.push(answer.record.id);
      };
    }
    if (chance < 0.6) return () => this.#api.post(`/v1/holds/${holdId}/extend`, { expires_in: 1_200 });
    if (chance < 0.75) return () => this.#api.post(`/v1/holds/${holdId}/release`, {});
    if (chance < 0.85) return () => this.#api.post(`/v1/holds/${holdId}/transfer`, { lead_id });
    if (chance < 0.88) return () => this.#api.post(`/v1/leads/${lead_id}/lost`, { reason: 'other' });
    return () => this.#api.post(`/v1/leads/${lead_id}/won`, { unit_id, deal_value: 1_000 });
  }
}

/** Throws unless holds, units and deals agree. */
async function expectAgreement(api: ApiClient): Promise<void> {
  const [units, open, deals] = await Promise.all(
    ['/v1/units', '/v1/holds?status=active,queued', '/v1/deals?status=closed'].map(async (path) => {
      const { records } = await api.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100`);
      return records;
    }),
  );
  for (const unit of units ?? []) {
    const holds = (open ?? []).filter(({ unit_id }) => unit_id === unit.id);
    const active = holds.filter((hold) => hold.status === 'active');
    const buyers = (deals ?? []).filter(({ unit_id }) => unit_id === unit.id);
    expect(active.length, 'active holds').to.be.at.most(1);
    expect(buyers.length, 'active deals').to.be.at.most(1);
    const expected = buyers.length > 0 ? 'sold' : active.length > 0 ? 'reserved' : 'available';
    expect(statusOf(unit), unit.id).to.equal(expected);
    expect(Reflect.get(Object(unit.hold), 'id')).to.equal(active[0]?.id);
    if (active.length === 0) expect(holds, 'nobody waits for a free unit').to.deep.equal([]);
  }
}

describe('holds and sales of the same units', () => {
  for (const seed of seeds) {
    const killed = components[seed % components.length] ?? 'inventory';
    it(`keep each unit for one lead while ${killed} is killed (seed ${seed})`, async () => {
      const { api } = await newWorkspace();
      const { unitIds } = await createUnits(api, unitCount);
      const race = new Race(api, seed, unitIds, await createLeads(api, leadCount));
      const limit = pLimit(8);
      let started = 0;
      await Promise.all(
        Array.from({ length: actionCount }, () =>
          limit(async () => {
            started += 1;
            if (started === actionCount / 2) await system().kill(killed);
            // A request may fail while the service restarts.
            await race
              .next()()
              .catch(() => undefined);
          }),
        ),
      );
      await system().whenReady(killed);
      await eventually(() => expectAgreement(api));
    });
  }
});
