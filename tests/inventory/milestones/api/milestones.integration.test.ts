import { createMilestone } from '@plotline/inventory/milestones/model/milestone';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, person, startInventory } from '../../support/inventory.js';

// Late on 28 February in UTC, and already 1 March in Dubai.
const now = new Date('2027-02-28T22:00:00.000Z');

describe('/v1/properties/:id/milestones', () => {
  const inventory = useFixture(() => startInventory(() => now));
  const pathOf = (id: string, name = '') => `/v1/properties/${id}/milestones${name && `/${encodeURIComponent(name)}`}`;
  const newProperty = async () => (await inventory().property()).id;
  const reach = (id: string, body: object, options = {}) =>
    inventory().request('POST', pathOf(id), { body, ...options });

  it("records a milestone on the workspace's current day, unless the body has an earlier day", async () => {
    const id = await newProperty();
    const first = await reach(id, { name: '  Ground floor ' }, { as: { timeZone: 'Asia/Dubai' } });
    expect(first.status).to.equal(201);
    expect(first.body).to.deep.equal({
      property_id: id,
      name: 'Ground floor',
      reached_on: '2027-03-01',
      created_at: now.toISOString(),
    });
    expect((await reach(id, { name: 'roof', reached_on: '2026-12-24' })).body.reached_on).to.equal('2026-12-24');
    expect((await reach(id, { name: 'keys', reached_on: null })).body.reached_on).to.equal('2027-02-28');
  });

  it('keeps the first report when a milestone is reached again, ignoring case and surrounding spaces', async () => {
    const id = await newProperty();
    const first = await reach(id, { name: 'Fußboden', reached_on: '2027-01-01' });
    const again = await reach(id, { name: ' FUSSBODEN ', reached_on: '2027-02-02' });
    expect(again.status).to.equal(200);
    expect(again.body).to.deep.equal(first.body);
    const names = (await inventory().events(id)).map(({ event }) => event);
    expect(names.filter((name) => name === 'milestone.reached')).to.have.length(1);
  });

  it('stores one milestone for 30 parallel requests', async () => {
    const id = await newProperty();
    const replies = await Promise.all(Array.from({ length: 30 }, () => reach(id, { name: 'roof' })));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    expect(replies.filter(({ status }) => status === 200)).to.have.length(29);
    expect((await inventory().request('GET', pathOf(id))).body).to.have.length(1);
  });

  it('sends milestone.reached with the milestone', async () => {
    const id = await newProperty();
    const { body } = await reach(id, { name: 'foundation' });
    const event = (await inventory().events(id)).find((one) => one.event === 'milestone.reached');
    expect(event.data).to.deep.equal(body);
  });

  it('reports the errors in a body', async () => {
    const id = await newProperty();
    const faultsOf = async (body: object) => {
      const reply = await reach(id, body);
      expect(reply.status).to.equal(422);
      return fieldsOf(reply.body);
    };
    expect(await faultsOf({})).to.deep.equal(['name']);
    expect(await faultsOf({ name: '   ' })).to.deep.equal(['name']);
    expect(await faultsOf({ name: 'x'.repeat(61), reached_on: '2027-03-01' })).to.have.members(['name', 'reached_on']);
    expect(await faultsOf({ name: 5, reached_on: 'soon' })).to.have.members(['name', 'reached_on']);
    expect(await faultsOf({ name: 'x', reached_on: '2027-02-30' })).to.deep.equal(['reached_on']);
    expect((await reach(id, { name: ` ${'é'.repeat(60)} ` })).status).to.equal(201);
  });

  it('lists milestones page by page, by recording time (latest first) or by day', async () => {
    const id = await newProperty();
    for (const [name, reached_on] of [
      ['one', '2027-01-03'],
      ['two', '2027-01-01'],
      ['three', '2027-01-02'],
    ]) {
      await reach(id, { name, reached_on });
    }
    const list = async (query: string) => {
      const { body, meta } = await inventory().request('GET', `${pathOf(id)}?${query}`);
      return { names: body.map(({ name }: { name: string }) => name), total: meta.total };
    };
    expect(await list('sort=reached_on&order=asc')).to.deep.equal({ names: ['two', 'three', 'one'], total: 3 });
    expect(await list('per_page=2&page=2')).to.deep.equal({ names: ['one'], total: 3 });
    const chosen = await inventory().request('GET', `${pathOf(id)}?fields=name,reached_on&sort=reached_on&per_page=1`);
    expect(chosen.body).to.deep.equal([{ name: 'one', reached_on: '2027-01-03' }]);
  });

  it("answers 404 for another workspace's property", async () => {
    const id = await newProperty();
    const as = { workspaceId: 'ws_other' };
    expect((await inventory().request('GET', pathOf(id), { as })).status).to.equal(404);
    expect((await reach(id, { name: 'roof' }, { as })).status).to.equal(404);
    expect((await inventory().request('DELETE', pathOf(id, 'roof'), { as })).status).to.equal(404);
  });

  it('lets owners and admins write, and everyone read', async () => {
    const id = await newProperty();
    for (const role of ['agent', 'viewer']) {
      expect((await reach(id, { name: role }, { as: person(role) })).status).to.equal(403);
      expect((await inventory().request('GET', pathOf(id), { as: person(role) })).status).to.equal(200);
    }
    expect((await reach(id, { name: 'admin' }, { as: person('admin') })).status).to.equal(201);
  });

  it('refuses a milestone beyond the 500 that a property may have', async () => {
    const id = await newProperty();
    const levels = Array.from({ length: 500 }, (_, place) => {
      return createMilestone(
        { property_id: id, name: `level ${place}`, reached_on: '2027-01-01' },
        `mile_${id}_${place}`,
        now,
      );
    });
    const documents = levels.map(({ id: _id, ...fields }) => ({ _id, workspace_id: 'ws_test', ...fields }));
    await inventory().runtime.databases.live.collection<{ _id: string }>('milestones').insertMany(documents);
    const refused = await reach(id, { name: 'one more' });
    expect(refused.status).to.equal(409);
    expect(refused.body).to.deep.include({ reason: 'milestone_limit_reached', data: { limit: 500 } });
    expect((await reach(id, { name: 'LEVEL 1' })).status).to.equal(200);
  });
});
