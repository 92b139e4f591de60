import { expireAllDue } from '@plotline/inventory/holds/work/hold-expiry';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { readMetric } from '../../../support/read-metric.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { createHoldRequests, type HoldRequests } from '../../support/holding.js';
import { startInventory } from '../../support/inventory.js';

describe('the expiry of a hold', () => {
  let now = new Date();
  const inventory = useFixture(() => startInventory(() => now));
  let requests: HoldRequests;
  before(async () => {
    requests = await createHoldRequests(inventory);
  });

  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
  };
  const sweep = () => expireAllDue(inventory().context, 'live');

  it('takes effect exactly on time when the hold or the unit is read', async () => {
    const unit = await requests.unit();
    const hold = await requests.hold(unit.id, requests.lead(), { expires_in: 60 });
    pass(60);
    expect(await requests.read(hold.id)).to.include({
      status: 'expired',
      ended_reason: 'expired',
      ended_at: hold.expires_at,
    });
    const other = await requests.hold(unit.id, requests.lead(), { expires_in: 60 });
    pass(60);
    expect(await requests.readUnit(unit.id)).to.include({ status: 'available', hold: null });
    expect(await requests.eventNames(other.id)).to.deep.equal(['hold.created', 'hold.expired']);
  });

  it('is measured while it is late', async () => {
    await sweep();
    const read = () =>
      readMetric(inventory().runtime.metrics.registry, 'plotline_holds_oldest_overdue_seconds', { mode: 'live' });
    await requests.hold((await requests.unit()).id, requests.lead(), { expires_in: 60 });
    pass(100);
    expect(await read()).to.equal(40);
    await sweep();
  });

  it('takes effect exactly on time when the hold, the unit or its sale is changed', async () => {
    const expired = async () => {
      const hold = await requests.hold((await requests.unit()).id, requests.lead(), { expires_in: 60 });
      pass(60);
      return hold;
    };
    for (const [path, body] of [
      ['extend', { expires_in: 999_999 }],
      ['release', {}],
    ] as const) {
      const { id } = await expired();
      const reply = await requests.ask('POST', `/${id}/${path}`, body);
      expect([reply.body.reason, reply.body.data]).to.deep.equal(['hold_not_active', { status: 'expired' }]);
    }
    const held = await expired();
    expect(await requests.hold(held.unit_id, requests.lead())).to.include({ status: 'active' });
    const put = await expired();
    const path = `/v1/units/${put.unit_id}`;
    expect((await inventory().request('PUT', path, { body: { status: 'available' } })).status).to.equal(200);
    const deleted = await expired();
    expect((await inventory().request('DELETE', `/v1/units/${deleted.unit_id}`)).status).to.equal(204);
    const { unit_id } = await expired();
    const sale = { unit_id, deal_id: 'deal_late', lead_id: 'lead_late' };
    const sold = await inventory().rpc(ListingsServiceService.sellUnit, sale, callContext());
    expect(sold.hold).to.equal(undefined);
  });

  it('lets the holder finish a sale that began before the hold expired', async () => {
    const lead_id = requests.lead();
    const hold = await requests.hold((await requests.unit()).id, lead_id, { expires_in: 60 });
    const began_at = now.getTime() + 59_000;
    const sale = { unit_id: hold.unit_id, deal_id: 'deal_in_time', lead_id, began_at };
    await inventory().context.runtime.lease.whileHeld('live', 'hold-expiry', async () => {
      pass(61);
      const sold = await inventory().rpc(ListingsServiceService.sellUnit, sale, callContext());
      expect(sold.hold?.id).to.equal(hold.id);
    });
    expect(await requests.read(hold.id)).to.include({ status: 'converted', ended_reason: 'sold' });
  });

  it('activates the next hold in the queue, which no other hold can overtake', async () => {
    const unit = await requests.unit();
    const hold = await requests.hold(unit.id, requests.lead(), { expires_in: 60 });
    const next = await requests.hold(unit.id, requests.lead(), { queue: true, expires_in: 5 });
    pass(60);
    const { body } = await requests.ask('POST', '', { unit_id: unit.id, lead_id: requests.lead() });
    expect([body.reason, body.data.hold_id]).to.deep.equal(['unit_held', next.id]);
    const sale = { unit_id: unit.id, deal_id: 'deal_overtaking', lead_id: 'lead_overtaking' };
    const refused = await refusalOf(() => inventory().rpc(ListingsServiceService.sellUnit, sale, callContext()));
    expect(refused.reason).to.equal('unit_held');
    await sweep();
    const promoted = await requests.read(next.id);
    expect(promoted.status).to.equal('active');
    expect(Date.parse(promoted.expires_at)).to.equal(Date.parse(promoted.updated_at) + 72 * 3_600_000);
    expect((await requests.read(hold.id)).ended_at).to.equal(hold.expires_at);
    expect(await requests.readUnit(unit.id)).to.include({ status: 'reserved' });
    expect(await requests.eventNames(unit.id), 'the status stays').to.deep.equal(['unit.created', 'unit.updated']);
  });

  it('appears in lists after the periodic task has run, which ends many holds in few transactions', async () => {
    const as = { workspaceId: 'ws_sweep' };
    const property = await inventory().property({}, as);
    const units = Array.from({ length: 100 }, (_, index) => ({
      property_id: property.id,
      name: `S-${index}`,
      price: { amount: 1, currency: 'AED' },
    }));
    const { body: made } = await inventory().request('POST', '/v1/units/bulk', { body: { units }, as });
    for (const { id } of made) await requests.hold(id, requests.lead(), { expires_in: 60 }, as);
    pass(60);
    await sweep();
    const list = await requests.ask('GET', '?status=expired', undefined, as);
    expect(list.meta.total).to.equal(100);
    const { body } = await inventory().request('GET', `/v1/properties/${property.id}`, { as });
    expect(body.unit_counts).to.include({ available: 100, reserved: 0 });
  });

  it('ends the holds of a unit that no longer exists', async () => {
    const hold = await requests.hold((await requests.unit()).id, requests.lead(), { expires_in: 60 });
    const units = inventory().runtime.databases.live.collection<{ readonly _id: string }>('units');
    await units.deleteOne({ _id: hold.unit_id });
    pass(60);
    await sweep();
    expect(await requests.read(hold.id)).to.include({ status: 'released', ended_reason: 'unit_withdrawn' });
  });
});
