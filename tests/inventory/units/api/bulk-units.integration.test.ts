import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startInventory, unitBody } from '../../support/inventory.js';

describe('bulk requests for units', () => {
  const inventory = useFixture(startInventory);
  let propertyId: string;
  beforeEach(async () => {
    propertyId = (await inventory().property()).id;
  });

  const counter = async () => {
    const { body } = await inventory().request('GET', `/v1/properties/${propertyId}`);
    return [body.units_count, body.units_available];
  };
  const patch = (unit_ids: string[], status: string, workspaceId = 'ws_test') =>
    inventory().request('PATCH', '/v1/units/bulk/status', { body: { unit_ids, status }, as: { workspaceId } });

  it('store the valid rows and report the errors in the others if partial=true', async () => {
    const { status, body } = await inventory().request('POST', '/v1/units/bulk?partial=true', {
      body: {
        units: [
          unitBody(propertyId),
          unitBody(propertyId, { price: { amount: -1, currency: 'AED' }, name: '' }),
          unitBody('prop_none'),
          unitBody(propertyId, { assigned_agent: 'agent_none' }),
          unitBody(propertyId, { name: 'Last' }),
        ],
      },
    });
    expect(status).to.equal(207);
    expect(body.map((row: { status: number }) => row.status)).to.deep.equal([201, 422, 422, 422, 201]);
    expect(body.map((row: { index: number }) => row.index)).to.deep.equal([0, 1, 2, 3, 4]);
    const fields = body.map((row: { error?: { details: { field: string }[] } }) =>
      row.error?.details.map(({ field }) => field).sort(),
    );
    expect(fields).to.deep.equal([undefined, ['name', 'price.amount'], ['property_id'], ['assigned_agent'], undefined]);
    expect((await inventory().request('GET', `/v1/units/${body[4].data.id}`)).body).to.deep.equal(body[4].data);
    expect(await counter()).to.deep.equal([2, 2]);
  });

  it('store nothing if partial=true and no row is valid', async () => {
    const answer = await inventory().request('POST', '/v1/units/bulk?partial=true', { body: { units: [{ name: 1 }] } });
    expect(answer.status).to.equal(207);
    expect(answer.body[0]).to.deep.include({ index: 0, status: 422 });
    expect(await counter()).to.deep.equal([0, 0]);
  });

  it('store the units once and repeat the response for a repeated Idempotency-Key', async () => {
    const send = () =>
      inventory().request('POST', '/v1/units/bulk', {
        body: { units: [unitBody(propertyId), unitBody(propertyId)] },
        headers: { 'idempotency-key': `key-${propertyId}` },
      });
    const answers = await Promise.all([send(), send(), send()]);
    for (const { status, body } of answers) {
      expect(status).to.equal(201);
      expect(body).to.deep.equal(answers[0].body);
    }
    expect(await counter()).to.deep.equal([2, 2]);
  });

  it('change statuses in the given order and publish one event per changed unit, with previous values', async () => {
    const units = [await inventory().unit(propertyId), await inventory().unit(propertyId, { status: 'sold' })];
    const ids = [units[1].id, units[0].id, units[1].id];
    const { status, body } = await patch(ids, 'sold');
    expect(status).to.equal(200);
    expect(body).to.deep.equal(ids.map((id) => ({ id, status: 'sold' })));
    const names = async (id: string) =>
      (await inventory().journal(id)).flatMap(({ events }) => events.map(({ name }) => name));
    expect(await names(units[0].id)).to.deep.equal(['unit.created', 'unit.updated', 'unit.sold']);
    expect(await names(units[1].id)).to.deep.equal(['unit.created']);
    expect(await counter()).to.deep.equal([2, 0]);
    const { body: read } = await inventory().request('GET', `/v1/units/${units[0].id}`);
    const entry = (await inventory().journal(units[0].id)).at(-1);
    expect(entry?.events).to.have.length(2);
    for (const { name, payload } of entry?.events ?? []) {
      expect(JSON.parse(payload), name).to.deep.include({ data: read, previous: { status: 'available' } });
    }
    expect((await patch([units[0].id], 'available')).status).to.equal(200);
    expect(await counter()).to.deep.equal([2, 1]);
  });

  it('change no status if an id is unknown or belongs to another workspace, and report each such id', async () => {
    const unit = await inventory().unit(propertyId);
    const refused = await patch([unit.id, 'unit_none', unit.id, 'unit_nil'], 'reserved');
    expect(refused.status).to.equal(422);
    expect(refused.body.details.map(({ field }: { field: string }) => field)).to.deep.equal([
      'unit_ids[1]',
      'unit_ids[3]',
    ]);
    expect((await patch([unit.id], 'reserved', 'ws_two')).status).to.equal(422);
    expect((await inventory().request('GET', `/v1/units/${unit.id}`)).body).to.deep.equal(unit);
  });

  it('change no status if a unit is in an active deal', async () => {
    const [free, sold] = [await inventory().unit(propertyId), await inventory().unit(propertyId)];
    await inventory().rpc(
      ListingsServiceService.sellUnit,
      {
        unit_id: sold.id,
        deal_id: 'deal_bulk',
        lead_id: 'lead_one',
      },
      callContext(),
    );
    expect((await patch([free.id, sold.id], 'reserved')).status).to.equal(409);
    expect((await inventory().request('GET', `/v1/units/${free.id}`)).body).to.deep.equal(free);
    expect((await patch([free.id, sold.id], 'sold')).status, 'sold is where it is already').to.equal(200);
  });

  it('refuse a status change without ids, with too many ids or with an unknown status', async () => {
    expect((await patch([], 'sold')).body.details[0].field).to.equal('unit_ids');
    expect(
      (
        await patch(
          Array.from({ length: 1_001 }, () => 'unit_x'),
          'sold',
        )
      ).status,
    ).to.equal(422);
    expect((await patch(['unit_x'], 'gone')).body.details[0].field).to.equal('status');
  });
});
