import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { listFilled, resetSandbox } from '../support/sandbox-reset.js';
import { useFixturePerTest } from '../support/use-fixture.js';
import { startInventory } from './support/inventory.js';

const as = { mode: 'sandbox' } as const;

describe('A sandbox reset in inventory', () => {
  const inventory = useFixturePerTest(startInventory);

  it('removes properties and units with their counters', async () => {
    const { property, unit, request, runtime } = inventory();
    const { id } = await property({}, as);
    await unit(id, {}, as);
    const live = await property();
    expect(await listFilled(runtime)).to.deep.equal(['journal', 'properties', 'unit_counters', 'units']);
    await resetSandbox(inventory(), []);
    expect((await request('GET', '/v1/units', { as })).body).to.deep.equal([]);
    expect((await request('GET', `/v1/properties/${live.id}`)).status).to.equal(200);
    const fresh = await property({}, as);
    await unit(fresh.id, {}, as);
    expect((await request('GET', `/v1/properties/${fresh.id}`, { as })).body).to.include({ units_count: 1 });
  });

  it("keeps records that were created after its start, and removes a deleted property's units", async () => {
    const { property, unit, request, context } = inventory();
    const old = await property({}, as);
    await unit(old.id, { name: 'Old' }, as);
    const startedAt = new Date(Math.max(Date.now(), Date.parse(old.created_at)) + 50);
    await eventually(() => expect(Date.now()).to.be.greaterThan(startedAt.getTime()));
    const kept = await property({ name: 'Kept' }, as);
    await unit(kept.id, { name: 'Kept' }, as);
    await unit(old.id, { name: 'Orphan' }, as);
    await context.sandboxResets.start({ workspaceId: 'ws_test', startedAt }, 'req_reset');
    await eventually(async () => {
      const { body } = await request('GET', '/v1/units', { as });
      expect(body.map(({ name }: { name: string }) => name)).to.deep.equal(['Kept']);
    });
    expect((await request('GET', '/v1/properties', { as })).body).to.have.length(1);
    expect((await request('GET', `/v1/properties/${kept.id}`, { as })).body).to.include({ units_count: 1 });
  });
});
