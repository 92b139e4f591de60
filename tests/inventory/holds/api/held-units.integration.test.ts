import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { createHoldRequests, type HoldRequests } from '../../support/holding.js';
import { startInventory } from '../../support/inventory.js';

describe('units with a hold', () => {
  const inventory = useFixture(startInventory);
  let requests: HoldRequests;
  before(async () => {
    requests = await createHoldRequests(inventory);
  });

  const newHold = async (changes = {}) => requests.hold((await requests.unit()).id, requests.lead(), changes);
  const sell = (unit_id: string, lead_id: string, deal_id: string) =>
    inventory().rpc(ListingsServiceService.sellUnit, { unit_id, lead_id, deal_id }, callContext());

  it('keep their status in single and bulk changes, while price and name may change', async () => {
    const hold = await newHold();
    const data = { hold_id: hold.id, expires_at: hold.expires_at, queue_length: 0 };
    const path = `/v1/units/${hold.unit_id}`;
    for (const status of ['available', 'sold', 'rented']) {
      const put = await inventory().request('PUT', path, { body: { status } });
      expect([put.status, put.body.reason, put.body.data]).to.deep.equal([409, 'unit_held', data]);
      const free = await requests.unit();
      const body = { unit_ids: [free.id, hold.unit_id], status };
      const bulk = await inventory().request('PATCH', '/v1/units/bulk/status', { body });
      expect([bulk.status, bulk.body.reason]).to.deep.equal([409, 'unit_held']);
      expect((await requests.readUnit(free.id)).status).to.equal('available');
    }
    const changed = await inventory().request('PUT', path, { body: { status: 'reserved', price: { amount: 5 } } });
    expect(changed.body.price.amount).to.equal(5);
    expect((await requests.read(hold.id)).price.amount).to.equal(1_250_000);
    expect((await inventory().request('PUT', path, { body: changed.body })).body).to.deep.equal(changed.body);
  });

  it('keep the currency of a paid deposit until the payment is undone, even while its hold is queued', async () => {
    const deposit = { amount: 500, currency: 'AED' };
    const active = await newHold({ deposit });
    const waiting = await requests.hold(active.unit_id, requests.lead(), { queue: true, deposit });
    const path = `/v1/units/${active.unit_id}`;
    const toCurrency = (currency: string) =>
      inventory().request('PUT', path, { body: { price: { amount: 1_000, currency } } });
    expect((await toCurrency('USD')).status, 'unpaid').to.equal(200);
    expect((await toCurrency('AED')).status).to.equal(200);
    for (const { id } of [active, waiting]) {
      expect((await requests.ask('POST', `/${id}/deposit`)).status).to.equal(200);
      const { status, body } = await toCurrency('USD');
      expect([status, body.reason, body.data]).to.deep.equal([409, 'deposit_paid', { hold_id: id }]);
      expect(body.details[0].field).to.equal('price.currency');
      expect((await toCurrency('AED')).status, 'the same currency').to.equal(200);
      expect((await requests.ask('DELETE', `/${id}/deposit`)).status).to.be.oneOf([200, 204]);
    }
    expect((await toCurrency('USD')).status, 'taken back').to.equal(200);
  });

  it('lose all their holds when a single or bulk change takes them off the market', async () => {
    for (const [method, toPath, toBody] of [
      ['PUT', (id: string) => `/v1/units/${id}`, () => ({ status: 'off_market' })],
      ['PATCH', () => '/v1/units/bulk/status', (id: string) => ({ unit_ids: [id], status: 'off_market' })],
    ] as const) {
      const hold = await newHold();
      const queued = await requests.hold(hold.unit_id, requests.lead(), { queue: true });
      const { status } = await inventory().request(method, toPath(hold.unit_id), { body: toBody(hold.unit_id) });
      expect(status).to.equal(200);
      for (const { id } of [hold, queued]) {
        expect(await requests.read(id)).to.include({ status: 'released', ended_reason: 'unit_withdrawn' });
        expect((await requests.eventNames(id)).at(-1)).to.equal('hold.released');
      }
      expect(await requests.readUnit(hold.unit_id)).to.include({ status: 'off_market', hold: null });
    }
  });

  it('keep their status in imports, except when an import takes them off the market', async () => {
    const unit = await requests.unit({ name: 'Imported' });
    const hold = await requests.hold(unit.id, requests.lead());
    const upsert = (status: string) => {
      const records = [{ property_id: unit.property_id, name: unit.name, status }];
      return importRows(inventory(), { resource: 'units', mode: 'upsert', records });
    };
    const priced = { property_id: unit.property_id, name: unit.name, price: { amount: 9, currency: 'USD' } };
    const [other] = await importRows(inventory(), { resource: 'units', mode: 'upsert', records: [priced] });
    expect(other?.faults.map((fault) => fault.split(':')[0])).to.deep.equal(['price.currency']);
    const [refused] = await upsert('available');
    expect(refused?.faults.map((fault) => fault.split(':')[0])).to.deep.equal(['status']);
    const [withdrawn] = await upsert('off_market');
    expect(withdrawn?.outcome).to.equal('updated');
    expect(await requests.read(hold.id)).to.include({ status: 'released', ended_reason: 'unit_withdrawn' });
    expect(await requests.readUnit(unit.id)).to.include({ status: 'off_market', hold: null });
  });

  it("can't be deleted, and neither can their property", async () => {
    const hold = await newHold();
    for (const path of [`/v1/units/${hold.unit_id}`, `/v1/properties/${hold.property_id}`]) {
      const { status, body } = await inventory().request('DELETE', path);
      expect([status, body.reason]).to.deep.equal([409, 'unit_held']);
    }
    await requests.ask('POST', `/${hold.id}/release`);
    expect((await inventory().request('DELETE', `/v1/units/${hold.unit_id}`)).status).to.equal(204);
    expect((await requests.ask('GET', `/${hold.id}?expand=unit`)).body).to.include({ status: 'released', unit: null });
    expect((await requests.ask('POST', `/${hold.id}/release`)).status).to.equal(200);
  });

  it('are sold only to the lead with the hold, and the sale converts the hold with its deposit', async () => {
    const lead_id = requests.lead();
    const deposit = { amount: 500, currency: 'AED' };
    const hold = await requests.hold((await requests.unit()).id, lead_id, { deposit });
    const paid_at = '2026-01-02T03:04:05.000Z';
    await requests.ask('POST', `/${hold.id}/deposit`, { paid_at, reference: 'TT-1' });
    const queued = await requests.hold(hold.unit_id, requests.lead(), { queue: true });
    const elsewhere = await requests.hold((await requests.unit()).id, lead_id);
    const refused = await refusalOf(() => sell(hold.unit_id, queued.lead_id, 'deal_other'));
    const data = { hold_id: hold.id, expires_at: hold.expires_at, queue_length: 1 };
    expect([refused.code, refused.reason, refused.data]).to.deep.equal(['CONFLICT', 'unit_held', data]);
    const converted = { id: hold.id, deposit: { ...deposit, paid_at: Date.parse(paid_at), reference: 'TT-1' } };
    expect((await sell(hold.unit_id, lead_id, 'deal_holder')).hold).to.deep.equal(converted);
    expect((await sell(hold.unit_id, lead_id, 'deal_holder')).hold, 'again').to.deep.equal(converted);
    expect(await requests.read(hold.id)).to.include({ status: 'converted', ended_reason: 'sold' });
    expect(await requests.read(queued.id)).to.include({ status: 'released', ended_reason: 'unit_sold' });
    expect(await requests.read(elsewhere.id)).to.include({ status: 'active' });
    expect(await requests.readUnit(hold.unit_id)).to.include({ status: 'sold', hold: null });
    expect((await requests.eventNames(hold.id)).at(-1)).to.equal('hold.converted');
    const release = { unit_id: hold.unit_id, deal_id: 'deal_holder' };
    await inventory().rpc(ListingsServiceService.releaseUnit, release, callContext());
    expect(await requests.readUnit(hold.unit_id)).to.include({ status: 'available', hold: null });
    expect(await requests.read(hold.id), 'none is revived').to.include({ status: 'converted' });
  });

  it("keep a hold's deposit for the lead's next sale if the sale that converted the hold was abandoned", async () => {
    const lead_id = requests.lead();
    const hold = await newHold();
    await requests.ask('POST', `/${hold.id}/transfer`, { lead_id });
    await sell(hold.unit_id, lead_id, 'deal_abandoned');
    const sellAgain = async (lead: string, deal_id: string, ids: string[]) => {
      const request = { unit_id: hold.unit_id, lead_id: lead, deal_id, abandoned: { ids } };
      const answer = await inventory().rpc(ListingsServiceService.sellUnit, request, callContext());
      await inventory().rpc(ListingsServiceService.releaseUnit, { unit_id: hold.unit_id, deal_id }, callContext());
      return answer.hold?.id;
    };
    const release = { unit_id: hold.unit_id, deal_id: 'deal_abandoned' };
    await inventory().rpc(ListingsServiceService.releaseUnit, release, callContext());
    expect(await sellAgain(lead_id, 'deal_next', ['deal_none', 'deal_abandoned'])).to.equal(hold.id);
    expect(await sellAgain(lead_id, 'deal_later', [])).to.equal(undefined);
    expect(await sellAgain(requests.lead(), 'deal_other', ['deal_abandoned'])).to.equal(undefined);
  });

  it("can't be held while their property is being deleted, even if they were reserved manually", async () => {
    const property = await inventory().property();
    const counters = inventory().runtime.databases.live.collection('unit_counters');
    const units = [await inventory().unit(property.id, { status: 'reserved' }), await inventory().unit(property.id)];
    await counters.deleteMany({ key: property.id });
    for (const { id } of units) {
      const { status, body } = await requests.ask('POST', '', { unit_id: id, lead_id: requests.lead() });
      expect([status, body.details?.[0]?.field]).to.deep.equal([422, 'unit_id']);
      expect(await requests.readUnit(id)).to.include({ hold: null });
    }
  });

  it('belong to one lead while holds, releases, queue changes and sales run concurrently', async () => {
    const unit = await requests.unit();
    const leads = Array.from({ length: 12 }, () => requests.lead());
    const work = leads.map(async (lead_id, index) => {
      const { body } = await requests.ask('POST', '', { unit_id: unit.id, lead_id, queue: index % 2 === 0 });
      if (typeof body.id === 'string' && index % 3 === 0) await requests.ask('POST', `/${body.id}/release`);
      return sell(unit.id, lead_id, `deal_race_${index}`).then(
        () => lead_id,
        () => null,
      );
    });
    const buyers = (await Promise.all(work)).filter((lead_id) => lead_id !== null);
    const open = await requests.ask('GET', `?unit_id=${unit.id}&status=active,queued`);
    const { status, hold } = await requests.readUnit(unit.id);
    if (buyers.length > 0) expect([buyers.length, status, open.body.length]).to.deep.equal([1, 'sold', 0]);
    else
      expect([status, hold?.id]).to.deep.equal([
        'reserved',
        open.body.find((one: { status: string }) => one.status === 'active')?.id,
      ]);
  });
});
