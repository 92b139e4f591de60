import { rebuildHolds } from '@plotline/inventory/holds/work/rebuild-holds';
import type { Wrong } from '@plotline/kit/ops/rebuilds/rebuild';
import { fromStart } from '@plotline/kit/ops/rebuilds/rebuild';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { createHoldRequests, type HoldRequests } from '../../support/holding.js';
import { startInventory } from '../../support/inventory.js';

describe('rebuildHolds', () => {
  const inventory = useFixture(startInventory);
  let requests: HoldRequests;
  before(async () => {
    requests = await createHoldRequests(inventory);
  });

  const write = (collection: string, _id: string, $set: object) =>
    inventory().runtime.databases.live.collection<{ readonly _id: string }>(collection).updateOne({ _id }, { $set });

  it('finds units and queues that are inconsistent with their holds, and corrects them', async () => {
    const right = await requests.hold((await requests.unit()).id, requests.lead());
    const forgotten = await requests.hold((await requests.unit()).id, requests.lead());
    await write('units', forgotten.unit_id, { hold: null, status: 'available' });
    const stale = await requests.hold((await requests.unit()).id, requests.lead());
    await write('holds', stale.id, { status: 'released' });
    const waiting = await requests.hold((await requests.unit()).id, requests.lead());
    const next = await requests.hold(waiting.unit_id, requests.lead(), { queue: true });
    await write('holds', waiting.id, { status: 'released' });
    const sold = await requests.hold((await requests.unit()).id, requests.lead());
    await write('units', sold.unit_id, { hold: null, status: 'sold' });
    const crowded = await requests.hold((await requests.unit()).id, requests.lead());
    const second = await requests.hold(crowded.unit_id, requests.lead(), { queue: true });
    const third = await requests.hold(crowded.unit_id, requests.lead(), { queue: true });
    await write('holds', third.id, { position: 5 });

    const wrong: Wrong[] = [];
    const onWrong = (one: Wrong) => void wrong.push(one);
    await rebuildHolds(inventory().context, 'live', { ...fromStart, dryRun: { workspaceId: 'ws_test', onWrong } });
    const faulty = [forgotten, stale, waiting, sold, crowded].map(({ unit_id }) => unit_id);
    expect(wrong.map(({ id }) => id)).to.have.members(faulty);
    expect((await rebuildHolds(inventory().context, 'live')).corrected).to.equal(5);
    expect((await rebuildHolds(inventory().context, 'live')).corrected).to.equal(0);

    expect((await requests.readUnit(right.unit_id)).hold.id).to.equal(right.id);
    const restored = await requests.readUnit(forgotten.unit_id);
    expect([restored.status, restored.hold.id]).to.deep.equal(['reserved', forgotten.id]);
    expect(await requests.readUnit(stale.unit_id)).to.include({ status: 'available', hold: null });
    expect((await requests.readUnit(waiting.unit_id)).hold.id).to.equal(next.id);
    const places = await Promise.all([second, third].map(async ({ id }) => (await requests.read(id)).position));
    expect(places).to.deep.equal([1, 2]);
    expect(await requests.read(sold.id)).to.include({ status: 'released', ended_reason: 'unit_withdrawn' });
  });
});
