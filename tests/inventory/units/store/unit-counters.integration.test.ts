import { createRebuilds } from '@plotline/inventory/rebuilds';
import { createStores } from '@plotline/inventory/stores';
import { type UnitStatus, unitStatuses } from '@plotline/inventory/units/model/unit';
import { fromStart } from '@plotline/kit/ops/rebuilds/rebuild';
import { expect } from 'chai';
import { issuedQueries } from '../../../support/issued-queries.js';
import { testCaller } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { person, startInventory, unitBody } from '../../support/inventory.js';

const lists: readonly (readonly [string, readonly UnitStatus[]])[] = [
  ['', unitStatuses],
  ...unitStatuses.map((status) => [`?status=${status}`, [status]] as const),
  ['?status=sold,reserved,sold&sort=name&cursor=', ['sold', 'reserved']],
];

describe('The total of all units, and of units with given statuses', () => {
  const inventory = useFixturePerTest(() => startInventory());

  /** Checks each total of the lists against the stored units. Returns whether units were counted to get the totals. */
  async function expectExact(as: object = {}): Promise<boolean> {
    const units = await inventory().runtime.databases.live.collection('units').find({}).toArray();
    const issued = await issuedQueries(['units'], async () => {
      for (const [query, statuses] of lists) {
        const { meta } = await inventory().request('GET', `/v1/units${query}`, { as });
        expect(meta.total, query).to.equal(units.filter(({ status }) => statuses.includes(status)).length);
      }
      const byStatus = await inventory().context.units.countByStatus({ workspaceId: 'ws_test', mode: 'live' });
      for (const { status, count } of byStatus) {
        expect(count, status).to.equal(units.filter((unit) => unit.status === status).length);
      }
    });
    return issued.some(({ method }) => method === 'countDocuments');
  }

  it('is exact after every change, without counting the units', async () => {
    const { request } = inventory();
    const [kept, deleted] = [await inventory().property(), await inventory().property()];
    const units = [unitBody(deleted.id, { status: 'reserved' }), unitBody(kept.id), unitBody(kept.id)];
    const { body } = await request('POST', '/v1/units/bulk', { body: { units } });
    await inventory().unit(kept.id, { status: 'sold' });
    expect(await expectExact()).to.equal(false);
    await request('PUT', `/v1/units/${body[1].id}`, { body: { status: 'off_market' } });
    const statuses = { unit_ids: body.map(({ id }: { id: string }) => id), status: 'rented' };
    expect((await request('PATCH', '/v1/units/bulk/status', { body: statuses })).status).to.equal(200);
    expect(await expectExact()).to.equal(false);
    await request('DELETE', `/v1/units/${body[2].id}`);
    await request('DELETE', `/v1/properties/${deleted.id}`);
    expect(await expectExact()).to.equal(false);
    expect(await expectExact(person('admin'))).to.equal(false);
  });

  it('is exact after simultaneous changes on several replicas', async () => {
    const { context, runtime } = inventory();
    const { id } = await inventory().property();
    const created = await Promise.all(Array.from({ length: 20 }, () => inventory().unit(id)));
    const other = createStores(runtime);
    const caller = testCaller();
    await Promise.all(
      created.map((unit, place) => {
        const { units } = place % 2 === 0 ? context : other;
        const status = unitStatuses[place % unitStatuses.length] ?? 'sold';
        return units.setStatus({ caller }, [unit.id], status, () => undefined);
      }),
    );
    expect(await expectExact()).to.equal(false);
  });

  it('is exact again after lost counts are rebuilt', async () => {
    const { context, runtime } = inventory();
    const { id } = await inventory().property();
    await inventory().unit(id);
    await runtime.databases.live.collection('workspace_unit_counts').deleteMany({});
    const { counters } = createRebuilds(runtime, context);
    expect(await counters?.('live', fromStart)).to.deep.equal({ checked: 2, corrected: 1 });
    expect(await expectExact()).to.equal(false);
  });

  it('is counted in the sandbox, because a reset removes units before it corrects the counters', async () => {
    const { total } = await inventory()
      .request('GET', '/v1/units', { as: { mode: 'sandbox' } })
      .then(({ meta }) => meta);
    expect(total).to.equal(0);
    expect(await inventory().context.counters.findAll({ workspaceId: 'ws_test', mode: 'sandbox' })).to.equal(null);
  });
});
