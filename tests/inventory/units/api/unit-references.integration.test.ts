import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, startInventory, unitBody } from '../../support/inventory.js';

describe('property_id and assigned_agent of a unit', () => {
  const inventory = useFixture(startInventory);
  let propertyId: string;
  beforeEach(async () => {
    propertyId = (await inventory().property()).id;
  });

  const post = (body: object, workspaceId = 'ws_test') =>
    inventory().request('POST', '/v1/units', { body, as: { workspaceId } });
  const bulk = (units: object[], query = '') =>
    inventory().request('POST', `/v1/units/bulk${query}`, { body: { units } });
  const put = (id: string, body: object) => inventory().request('PUT', `/v1/units/${id}`, { body });

  it('must be ids of a property and an agent in the workspace', async () => {
    const wrong = await post(unitBody('prop_none', { assigned_agent: 'agent_none' }));
    expect(wrong.status).to.equal(422);
    expect(fieldsOf(wrong.body)).to.deep.equal(['property_id', 'assigned_agent']);
    const stranger = await post(unitBody(propertyId), 'ws_two');
    expect(stranger.status).to.equal(422);
    expect(stranger.body).to.deep.equal((await post(unitBody('prop_none'), 'ws_two')).body);
    const { id } = await inventory().unit(propertyId);
    const refused = await put(id, { assigned_agent: 'agent_none' });
    expect(refused.status).to.equal(422);
    expect(fieldsOf(refused.body)).to.deep.equal(['assigned_agent']);
  });

  it("do not accept each other's ids", async () => {
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

  it('refuse a new assignment to an inactive agent, but keep an existing assignment', async () => {
    const { id } = await inventory().unit(propertyId, { assigned_agent: 'agent_bruno' });
    const other = await inventory().unit(propertyId, { assigned_agent: 'agent_amira' });
    inventory().directory.deactivate('agent_bruno');
    const row = [{ field: 'assigned_agent', message: 'must not be a deactivated agent' }];
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

  it('cause an error only in their row if the property is deleted during the request', async () => {
    const deleted = (await inventory().property()).id;
    const { live } = inventory().runtime.databases;
    // Simulates a concurrent deletion. The property exists when the body is checked, but its counter is already gone.
    await live.collection('unit_counters').deleteMany({ key: deleted });
    const rows = [unitBody(propertyId), unitBody(deleted), unitBody(propertyId), unitBody(deleted)];
    const one = await post(unitBody(deleted));
    expect([one.status, fieldsOf(one.body)]).to.deep.equal([422, ['property_id']]);
    const refused = await bulk(rows);
    expect(refused.status).to.equal(422);
    expect(fieldsOf(refused.body)).to.deep.equal(['units[1].property_id', 'units[3].property_id']);
    const left = () => inventory().request('GET', `/v1/units?property_id=${propertyId}`);
    expect((await left()).meta.total).to.equal(0);
    const headers = { 'idempotency-key': `key-${deleted}` };
    const send = () => inventory().request('POST', '/v1/units/bulk?partial=true', { body: { units: rows }, headers });
    const partial = await send();
    expect(partial.status).to.equal(207);
    expect(partial.body.map(({ status }: { status: number }) => status)).to.deep.equal([201, 422, 201, 422]);
    expect(partial.body[1].error.details[0].field).to.equal('property_id');
    expect((await send()).body, 'the answer that was kept').to.deep.equal(partial.body);
    expect((await left()).meta.total).to.equal(2);
  });
});
