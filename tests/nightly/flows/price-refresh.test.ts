import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { createUnits } from '../../support/listings-and-leads.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

describe('the price refresh when leads are created while their units change', () => {
  const unitCount = 6;
  let workspace: TestWorkspace;
  let unitIds: string[];

  beforeEach(async () => {
    workspace = await newWorkspace();
    ({ unitIds } = await createUnits(workspace.api, unitCount, { amount: 1_000, currency: 'EUR' }));
  });

  const toLead = (email: string, ...interested_properties: string[]) => {
    return { name: 'Lead', email, interested_properties, budget: { max: 800, currency: 'EUR' } };
  };

  /**
   * Creates leads that are interested in each unit just before, during and just after its `change`. Resolves to the
   * leads' ids.
   */
  async function createDuring(change: (unitId: string) => Promise<unknown>): Promise<string[]> {
    const { api } = workspace;
    const ids = unitIds.map(async (unitId, place) => {
      const changed = sleep(place * 2).then(() => change(unitId));
      const [one, bulk] = await Promise.all([
        api.post('/v1/leads', toLead(`one.${unitId}@example.com`, unitId)),
        api.post('/v1/leads/bulk', { leads: [1, 2].map((row) => toLead(`${row}.${unitId}@example.com`, unitId)) }),
        changed,
      ]);
      // A lead for a deleted unit is refused.
      return [...(one.status === 201 ? [one.record] : []), ...(bulk.status === 201 ? bulk.records : [])];
    });
    return (await Promise.all(ids)).flat().map(({ id }) => id);
  }

  async function expectScores(ids: readonly string[], score: unknown): Promise<void> {
    for (const id of ids) expect((await workspace.api.get(`/v1/leads/${id}`)).record.score, id).to.equal(score);
  }

  it('scores all leads by the new price within seconds', async () => {
    const { api } = workspace;
    const ids = await createDuring((id) => api.put(`/v1/units/${id}`, { price: { amount: 800, currency: 'EUR' } }));
    expect(ids).to.have.length(3 * unitCount);
    const later = await api.create('/v1/leads', toLead('later@example.com', unitIds[0] ?? ''));
    await eventually(() => expectScores(ids, later.score));
  });

  it('scores all leads like leads without listings when the units are deleted', async () => {
    const { api } = workspace;
    const before = await Promise.all(
      unitIds.map((id) => api.create('/v1/leads', toLead(`before.${id}@example.com`, id))),
    );
    const during = await createDuring((id) => api.delete(`/v1/units/${id}`));
    const ids = [...before.map(({ id }) => id), ...during];
    const withoutListing = await api.create('/v1/leads', toLead('plain@example.com'));
    await eventually(() => expectScores(ids, withoutListing.score));
  });

  it('scores all leads by the last price after many changes', async () => {
    const { api } = workspace;
    const [unitId = ''] = unitIds;
    const ids = await createDuring(async () => undefined);
    for (let amount = 2_000; amount >= 800; amount -= 100) {
      await api.put(`/v1/units/${unitId}`, { price: { amount, currency: 'EUR' } });
    }
    const later = await api.create('/v1/leads', toLead('later@example.com', unitId));
    await eventually(() => expectScores(ids.slice(0, 3), later.score));
  });
});
