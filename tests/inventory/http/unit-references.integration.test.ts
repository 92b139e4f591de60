import { expect } from 'chai';
import { type Inventory, startInventory } from '../support/inventory.js';
import { givenProperty, givenUnit, unitBody } from '../support/portfolio.js';

const fieldsOf = (body: { details: { field: string }[] }) => body.details.map(({ field }) => field);

describe('the references of a unit', () => {
  let inventory: Inventory;
  let propertyId: string;
  beforeEach(async () => {
    propertyId = (await givenProperty(inventory)).id;
  });
  before(async () => {
    inventory = await startInventory();
  });
  after(() => inventory.stop());

  const post = (body: object, workspaceId = 'ws_one') =>
    inventory.request('POST', '/v1/units', { body, as: { workspaceId } });
  const bulk = (units: object[], query = '') =>
    inventory.request('POST', `/v1/units/bulk${query}`, { body: { units } });
  const put = (id: string, body: object) => inventory.request('PUT', `/v1/units/${id}`, { body });

  it('must be a property and an agent that the workspace has', async () => {
    const wrong = await post(unitBody('prop_none', { assigned_agent: 'agent_none' }));
    expect(wrong.status).to.equal(422);
    expect(fieldsOf(wrong.body)).to.deep.equal(['property_id', 'assigned_agent']);
    const stranger = await post(unitBody(propertyId), 'ws_two');
    expect(stranger.status).to.equal(422);
    expect(stranger.body).to.deep.equal((await post(unitBody('prop_none'), 'ws_two')).body);
    const { id } = await givenUnit(inventory, propertyId);
    const refused = await put(id, { assigned_agent: 'agent_none' });
    expect(refused.status).to.equal(422);
    expect(fieldsOf(refused.body)).to.deep.equal(['assigned_agent']);
  });

  it('are each of their own kind: no property is an agent, no agent a property', async () => {
    const confused = await post(unitBody(propertyId, { assigned_agent: propertyId }));
    expect(confused.status).to.equal(422);
    expect(fieldsOf(confused.body)).to.deep.equal(['assigned_agent']);
    const rows = [
      unitBody(propertyId, { assigned_agent: 'agent_amira' }),
      unitBody('agent_amira'),
      unitBody(propertyId, { assigned_agent: propertyId }),
    ];
    const refused = await bulk(rows);
    expect(refused.status).to.equal(422);
    expect(fieldsOf(refused.body)).to.deep.equal(['units[1].property_id', 'units[2].assigned_agent']);
    const partial = await bulk(rows, '?partial=true');
    expect(partial.status).to.equal(207);
    expect(partial.body.map(({ status }: { status: number }) => status)).to.deep.equal([201, 422, 422]);
  });

  it('to an agent who was deactivated are refused when new, and stay where they are', async () => {
    const { id } = await givenUnit(inventory, propertyId, { assigned_agent: 'agent_bruno' });
    const other = await givenUnit(inventory, propertyId, { assigned_agent: 'agent_amira' });
    inventory.directory.deactivate('agent_bruno');
    const row = [{ field: 'assigned_agent', message: 'names an agent who has been deactivated' }];
    const made = await post(unitBody(propertyId, { assigned_agent: 'agent_bruno' }));
    const moved = await put(other.id, { assigned_agent: 'agent_bruno' });
    for (const { status, body } of [made, moved]) {
      expect(status).to.equal(422);
      expect(body.details).to.deep.equal(row);
    }
    expect((await bulk([unitBody(propertyId, { assigned_agent: 'agent_bruno' })])).status).to.equal(422);
    const kept = await put(id, { assigned_agent: 'agent_bruno', name: 'Renamed' });
    expect(kept.status).to.equal(200);
    expect(kept.body).to.include({ assigned_agent: 'agent_bruno', name: 'Renamed' });
    expect((await put(id, { assigned_agent: null })).status).to.equal(200);
  });

  it('to a property that goes while the unit is made are a fault of that row, and of no other', async () => {
    const gone = (await givenProperty(inventory)).id;
    const { live } = inventory.runtime.databases;
    // What a deletion leaves to a unit whose property was still there when its body was checked.
    await live.collection('unit_tallies').deleteMany({ property_id: gone });
    const rows = [unitBody(propertyId), unitBody(gone), unitBody(propertyId), unitBody(gone)];
    const one = await post(unitBody(gone));
    expect([one.status, fieldsOf(one.body)]).to.deep.equal([422, ['property_id']]);
    const refused = await bulk(rows);
    expect(refused.status).to.equal(422);
    expect(fieldsOf(refused.body)).to.deep.equal(['units[1].property_id', 'units[3].property_id']);
    const left = () => inventory.request('GET', `/v1/units?property_id=${propertyId}`);
    expect((await left()).meta.total).to.equal(0);
    const headers = { 'idempotency-key': `key-${gone}` };
    const send = () => inventory.request('POST', '/v1/units/bulk?partial=true', { body: { units: rows }, headers });
    const partial = await send();
    expect(partial.status).to.equal(207);
    expect(partial.body.map(({ status }: { status: number }) => status)).to.deep.equal([201, 422, 201, 422]);
    expect(partial.body[1].error.details[0].field).to.equal('property_id');
    expect((await send()).body, 'the answer that was kept').to.deep.equal(partial.body);
    expect((await left()).meta.total).to.equal(2);
  });
});
