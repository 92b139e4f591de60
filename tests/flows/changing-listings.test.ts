import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const count = 6;

describe('leads that come while their listings change', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let units: string[];

  beforeEach(async () => {
    workspace = await newWorkspace();
    const { api } = workspace;
    const property = await api.create('/v1/properties', { name: 'P', type: 'villa', location: { city: 'Faro' } });
    const price = { amount: 1_000, currency: 'EUR' };
    const body = Array.from({ length: count }, (_, row) => ({ property_id: property.id, name: `${row}`, price }));
    units = (await api.post('/v1/units/bulk', { units: body })).records.map(({ id }) => id);
  });

  const leadBody = (email: string, ...interested_properties: string[]) => {
    return { name: 'Lead', email, interested_properties, budget: { max: 800, currency: 'EUR' } };
  };

  /** Creates leads of each unit just before, while and just after `change` is made of it; resolves to their ids. */
  async function race(change: (unit: string) => Promise<unknown>): Promise<string[]> {
    const { api } = workspace;
    const ids = units.map(async (unit, place) => {
      const late = sleep(place * 2).then(() => change(unit));
      const [one, many] = await Promise.all([
        api.post('/v1/leads', leadBody(`one.${unit}@example.com`, unit)),
        api.post('/v1/leads/bulk', { leads: [1, 2].map((row) => leadBody(`${row}.${unit}@example.com`, unit)) }),
        late,
      ]);
      // Whoever came after the unit was gone was refused.
      return [...(one.status === 201 ? [one.record] : []), ...(many.status === 201 ? many.records : [])];
    });
    return (await Promise.all(ids)).flat().map(({ id }) => id);
  }

  async function allScore(ids: readonly string[], score: unknown): Promise<void> {
    for (const id of ids) expect((await workspace.api.get(`/v1/leads/${id}`)).record.score, id).equal(score);
  }

  it('have the score of the new price, all of them, within seconds', async () => {
    const { api } = workspace;
    const ids = await race((unit) => api.put(`/v1/units/${unit}`, { price: { amount: 800, currency: 'EUR' } }));
    expect(ids).length(3 * count);
    const fresh = await api.create('/v1/leads', leadBody('fresh@example.com', units[0] ?? ''));
    await eventually(() => allScore(ids, fresh.score));
  });

  it('have the score of a lead without listings when these are gone', async () => {
    const { api } = workspace;
    const ids = await race((unit) => api.delete(`/v1/units/${unit}`));
    const plain = await api.create('/v1/leads', leadBody('plain@example.com'));
    await eventually(() => allScore(ids, plain.score));
  });

  it('come to rest at the last of many prices', async () => {
    const { api } = workspace;
    const [unit = ''] = units;
    const ids = await race(async () => undefined);
    for (let amount = 2_000; amount >= 800; amount -= 100) {
      await api.put(`/v1/units/${unit}`, { price: { amount, currency: 'EUR' } });
    }
    const fresh = await api.create('/v1/leads', leadBody('fresh@example.com', unit));
    await eventually(() => allScore(ids.slice(0, 3), fresh.score));
  });
});
