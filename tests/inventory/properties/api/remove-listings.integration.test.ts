import { createUnit } from '@plotline/inventory/units/model/unit';
import { noContent } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startInventory, unitBody } from '../../support/inventory.js';

describe('DELETE on units and properties', () => {
  const inventory = useFixture(startInventory);

  const remove = (path: string) => inventory().request('DELETE', path);
  const status = async (path: string) => (await inventory().request('GET', path)).status;
  const sell = (unit_id: string, deal_id: string) =>
    inventory().rpc(ListingsServiceService.sellUnit, { unit_id, deal_id, lead_id: 'lead_one' }, callContext());

  it("deletes a unit with 204, then answers 404 for it, and decrements the property's counter", async () => {
    const property = await inventory().property();
    const unit = await inventory().unit(property.id);
    await inventory().unit(property.id, { status: 'sold' });
    expect(await remove(`/v1/units/${unit.id}`)).to.include({ status: 204, body: null });
    expect((await remove(`/v1/units/${unit.id}`)).status).to.equal(404);
    const { body } = await inventory().request('GET', `/v1/properties/${property.id}`);
    expect(body).to.include({ units_count: 1, units_available: 0 });
    const entries = await inventory().journal(unit.id);
    expect(entries.map(({ type }) => type)).to.deep.equal(['created', 'deleted']);
  });

  it('answers 409 for a unit in an active deal until the deal is released', async () => {
    const property = await inventory().property();
    const unit = await inventory().unit(property.id);
    await sell(unit.id, 'deal_a');
    expect((await remove(`/v1/units/${unit.id}`)).status).to.equal(409);
    await inventory().rpc(ListingsServiceService.releaseUnit, { unit_id: unit.id, deal_id: 'deal_a' }, callContext());
    expect((await remove(`/v1/units/${unit.id}`)).status).to.equal(204);
  });

  it('deletes a property with its units, or nothing if one of them is in an active deal', async () => {
    const property = await inventory().property();
    const other = await inventory().unit((await inventory().property()).id);
    const units = [await inventory().unit(property.id), await inventory().unit(property.id)];
    await sell(units[1].id, 'deal_b');
    const refused = await remove(`/v1/properties/${property.id}`);
    expect(refused.status).to.equal(409);
    for (const { id } of units) expect(await status(`/v1/units/${id}`)).to.equal(200);
    await inventory().rpc(
      ListingsServiceService.releaseUnit,
      { unit_id: units[1].id, deal_id: 'deal_b' },
      callContext(),
    );
    const done = await remove(`/v1/properties/${property.id}`);
    expect(done).to.deep.include({ status: 200, body: { id: property.id, deleted: true } });
    for (const { id } of units) expect(await status(`/v1/units/${id}`)).to.equal(404);
    expect(await status(`/v1/properties/${property.id}`)).to.equal(404);
    expect((await remove(`/v1/properties/${property.id}`)).status).to.equal(404);
    expect(await status(`/v1/units/${other.id}`)).to.equal(200);
    const late = await inventory().request('POST', '/v1/units', { body: unitBody(property.id) });
    expect(late.status).to.equal(422);
  });

  it('leaves no orphan and keeps every sale when units are created and sold concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const property = await inventory().property();
      const unit = await inventory().unit(property.id);
      const [removed, sold, ...made] = await Promise.all([
        remove(`/v1/properties/${property.id}`),
        sell(unit.id, `deal_race_${round}`).then(
          () => true,
          () => false,
        ),
        ...Array.from({ length: 5 }, () => inventory().request('POST', '/v1/units', { body: unitBody(property.id) })),
      ]);
      const left = await inventory().request('GET', `/v1/units?property_id=${property.id}`);
      expect(removed.status).to.equal(sold ? 409 : 200);
      expect(left.meta.total).to.equal(sold ? 1 + made.filter((answer) => answer.status === 201).length : 0);
    }
  });

  it('deletes a property with more than 500 units in one request, and refuses changes to the units deleted later', async () => {
    const property = await inventory().property();
    const { units, runtime } = inventory().context;
    const caller = testCaller();
    const drafts = Array.from({ length: 501 }, (_, index) => ({ ...unitBody(property.id), name: `A-${index}` }));
    const made = drafts.map((draft) =>
      createUnit({ ...draft, status: 'available', visibility: 'agents' }, newId('unit'), runtime.clock()),
    );
    await units.add({ caller }, made, noContent());
    const [first] = made;
    await sell(first?.id ?? '', 'deal_large');
    expect((await remove(`/v1/properties/${property.id}`)).status).to.equal(409);
    await inventory().rpc(
      ListingsServiceService.releaseUnit,
      { unit_id: first?.id ?? '', deal_id: 'deal_large' },
      callContext(),
    );
    const { status: answered, body } = await remove(`/v1/properties/${property.id}`);
    expect([answered, body]).to.deep.equal([200, { id: property.id, deleted: true }]);
    expect(await status(`/v1/properties/${property.id}`)).to.equal(404);
    const last = made.at(-1)?.id ?? '';
    expect((await refusalOf(() => sell(last, 'deal_late'))).code).to.equal('NOT_FOUND');
    const changed = await inventory().request('PUT', `/v1/units/${last}`, { body: { status: 'reserved' } });
    expect(changed.status).to.equal(404);
    const ids = made.map(({ id }) => id);
    await eventually(async () => expect(await units.getMany(caller, ids)).to.deep.equal([]));
    const events = (await inventory().journal(property.id)).flatMap((entry) => entry.events);
    const told = events.filter(({ name }) => name === 'unit.deleted').map(({ payload }) => JSON.parse(payload).data.id);
    expect(told).to.have.members(ids);
    expect(events.filter(({ name }) => name === 'property.deleted')).to.have.length(1);
    const removed = events.filter(({ name }) => name === 'listing.removed');
    expect(removed.flatMap(({ payload }) => JSON.parse(payload).data.ids)).to.have.members([property.id, ...told]);
  });

  it('answers 404 for another workspace and deletes nothing', async () => {
    const property = await inventory().property();
    const unit = await inventory().unit(property.id);
    for (const path of [`/v1/units/${unit.id}`, `/v1/properties/${property.id}`]) {
      const answer = await inventory().request('DELETE', path, { as: { workspaceId: 'ws_two' } });
      expect(answer.status).to.equal(404);
      expect(await status(path)).to.equal(200);
    }
  });

  it("publishes an event per deleted id, and listing.removed with all ids in the deletion's transaction", async () => {
    type Told = [name: string, data: Record<string, unknown>];
    const latestEvents = async (id: string): Promise<Told[]> => {
      const entries = await inventory().journal(id);
      const latest = entries.filter(({ at }) => at.getTime() === entries.at(-1)?.at.getTime());
      return latest.flatMap(({ events }) => events.map(({ name, payload }): Told => [name, JSON.parse(payload).data]));
    };
    const readIds = (events: readonly Told[], wanted: string) =>
      events.filter(([name]) => name === wanted).map(([, { id }]) => id);
    const property = await inventory().property();
    const units = [await inventory().unit(property.id), await inventory().unit(property.id)];
    const lone = await inventory().unit(property.id);
    await remove(`/v1/units/${lone.id}`);
    const [[name, data] = [], ...others] = await latestEvents(lone.id);
    expect(name).to.equal('unit.deleted');
    expect(data).to.have.all.keys('id', 'deleted_at').and.to.include({ id: lone.id });
    expect(others).to.deep.equal([['listing.removed', { ids: [lone.id] }]]);
    await sell(units[0].id, 'deal_told');
    expect((await remove(`/v1/properties/${property.id}`)).status).to.equal(409);
    expect((await latestEvents(property.id)).map(([created]) => created)).to.deep.equal(['property.created']);
    await inventory().rpc(
      ListingsServiceService.releaseUnit,
      { unit_id: units[0].id, deal_id: 'deal_told' },
      callContext(),
    );
    await remove(`/v1/properties/${property.id}`);
    const told = await latestEvents(property.id);
    const unitIds = units.map(({ id }) => id);
    expect(told).to.have.length(4);
    expect(readIds(told, 'property.deleted')).to.deep.equal([property.id]);
    expect(readIds(told, 'unit.deleted')).to.have.members(unitIds);
    expect(told.find(([removed]) => removed === 'listing.removed')?.[1]['ids']).to.have.members([
      property.id,
      ...unitIds,
    ]);
  });
});
