import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, startInventory, unitBody } from '../../support/inventory.js';

describe('POST, GET and PUT of units', () => {
  const inventory = useFixture(startInventory);
  let propertyId: string;
  before(async () => {
    propertyId = (await inventory().property()).id;
  });

  it('create a unit with every field and default, and return it unchanged from GET', async () => {
    const unit = await inventory().unit(propertyId, { assigned_agent: 'agent_amira', size: { interior: 84.5 } });
    expect(unit).to.deep.include({
      property_id: propertyId,
      name: 'A-101',
      unit_number: null,
      type: null,
      status: 'available',
      bedrooms: null,
      bathrooms: null,
      size: { interior: 84.5, land: null, unit: null },
      price: { amount: 1_250_000, currency: 'AED' },
      features: [],
      floor_plan: null,
      gallery: [],
      visibility: 'agents',
      assigned_agent: 'agent_amira',
    });
    expect(unit.id).to.match(/^unit_[0-9a-z]{26}$/);
    expect(unit).to.not.have.any.keys('version', 'workspace_id', '_id', 'derived', 'deal_id', 'released_deals');
    const read = await inventory().request('GET', `/v1/units/${unit.id}`);
    expect(read.body).to.deep.equal(unit);
  });

  it('merge a PUT, ignore a PUT that changes nothing, and publish each change once with the previous values', async () => {
    const unit = await inventory().unit(propertyId, { type: '2BR', assigned_agent: 'agent_amira' });
    const path = `/v1/units/${unit.id}`;
    expect((await inventory().request('PUT', path, { body: unit })).body).to.deep.equal(unit);
    const { status, body } = await inventory().request('PUT', path, {
      body: { status: 'sold', price: { amount: 5 }, type: null, property_id: 'prop_other', size: null },
    });
    expect(status).to.equal(200);
    expect(body).to.deep.include({ status: 'sold', price: { amount: 5, currency: 'AED' }, type: null });
    expect(body.property_id, 'the property is fixed').to.equal(propertyId);
    const events = (await inventory().journal(unit.id)).flatMap((entry) => entry.events);
    expect(events.map(({ name }) => name)).to.deep.equal(['unit.created', 'unit.updated', 'unit.sold']);
    for (const { name, payload } of events.slice(1)) {
      const { data, previous } = JSON.parse(payload);
      expect(data, name).to.deep.equal(body);
      expect(previous, name).to.deep.equal({ status: 'available', price: unit.price, type: '2BR' });
    }
    const back = await inventory().request('PUT', path, { body: { status: 'available' } });
    expect(back.status, 'without a deal any status may follow').to.equal(200);
  });

  it('return only the requested fields, together with expanded relations', async () => {
    const { id } = await inventory().unit(propertyId, { assigned_agent: 'agent_amira' });
    const read = async (query: string) => (await inventory().request('GET', `/v1/units/${id}?${query}`)).body;
    expect(await read('fields=name,price')).to.have.all.keys('id', 'name', 'price');
    expect(await read('fields=name&expand=agent')).to.have.all.keys('id', 'name', 'agent');
    const refused = await inventory().request('GET', `/v1/units/${id}?fields=zz`);
    expect([refused.status, fieldsOf(refused.body)]).to.deep.equal([422, ['fields']]);
  });

  it("accept an unchanged GET response as the PUT body under strict handling, and never change a unit's property", async () => {
    const unit = await inventory().unit(propertyId);
    const other = await inventory().property();
    const path = `/v1/units/${unit.id}`;
    const { body } = await inventory().request('GET', `${path}?expand=property,agent`);
    const headers = { prefer: 'handling=strict' };
    const put = (changes: object) => inventory().request('PUT', path, { body: { ...body, ...changes }, headers });
    expect((await put({})).body).to.deep.equal(unit);
    expect((await put({ property_id: other.id, created_at: 1 })).body).to.deep.equal(unit);
    const unknown = await put({ colour: 'blue' });
    expect([unknown.status, fieldsOf(unknown.body)]).to.deep.equal([422, ['colour']]);
  });

  it('create units in bulk in the given order, or create none and report an error for each invalid row', async () => {
    const { id } = await inventory().property();
    const units = Array.from({ length: 100 }, (_, index) =>
      unitBody(id, { name: `C-${index}`, assigned_agent: 'agent_chen' }),
    );
    const callsBefore = inventory().directory.calls();
    const done = await inventory().request('POST', '/v1/units/bulk', { body: { units } });
    expect(done.status).to.equal(201);
    expect(done.body.map(({ name }: { name: string }) => name)).to.deep.equal(units.map(({ name }) => name));
    expect(inventory().directory.calls() - callsBefore, 'agents are fetched once').to.equal(1);
    const bad = [unitBody(id), unitBody('prop_none'), unitBody(id, { assigned_agent: 'agent_none' })];
    const refused = await inventory().request('POST', '/v1/units/bulk', { body: { units: bad } });
    expect(refused.status).to.equal(422);
    expect(fieldsOf(refused.body)).to.deep.equal(['units[1].property_id', 'units[2].assigned_agent']);
    const shape = await inventory().request('POST', '/v1/units/bulk', {
      body: { units: [unitBody(id), unitBody(id, { price: { amount: 1, currency: 'dollars' } })] },
    });
    expect(fieldsOf(shape.body)).to.deep.equal(['units[1].price.currency']);
    for (const wrong of [[], [...units, unitBody(id)]]) {
      expect((await inventory().request('POST', '/v1/units/bulk', { body: { units: wrong } })).status).to.equal(422);
    }
    const { body } = await inventory().request('GET', `/v1/properties/${id}`);
    expect([body.units_count, body.units_available]).to.deep.equal([100, 100]);
  });

  it('refuse invalid fields with 422 and report each of them', async () => {
    const cases: [object, string][] = [
      [{ name: undefined }, 'name'],
      [{ price: undefined }, 'price'],
      [{ price: { amount: 1 } }, 'price.currency'],
      [{ price: { amount: -1, currency: 'AED' } }, 'price.amount'],
      [{ price: { amount: 0.005, currency: 'AED' } }, 'price.amount'],
      [{ price: { amount: 0.5, currency: 'JPY' } }, 'price.amount'],
      [{ price: { amount: '1', currency: 'AED' } }, 'price.amount'],
      [{ status: 'gone' }, 'status'],
      [{ visibility: 'secret' }, 'visibility'],
      [{ bedrooms: -1 }, 'bedrooms'],
      [{ size: { interior: 'big' } }, 'size.interior'],
      [{ floor_plan: 'plan' }, 'floor_plan'],
      [{ floor_plan: 'javascript:alert(1)' }, 'floor_plan'],
      [{ floor_plan: 'https:///etc' }, 'floor_plan'],
      [{ floor_plan: 'http://' }, 'floor_plan'],
      [{ gallery: ['https://:80/a.jpg'] }, 'gallery[0]'],
      [{ gallery: ['https://example.com/1.jpg', 'ftp://example.com/2.jpg'] }, 'gallery[1]'],
      [{ price: { amount: 1, currency: 'ZZZ' } }, 'price.currency'],
      [{ features: [''] }, 'features[0]'],
      [{ name: '' }, 'name'],
    ];
    for (const [change, field] of cases) {
      const answer = await inventory().request('POST', '/v1/units', { body: unitBody(propertyId, change) });
      expect(answer.status, field).to.equal(422);
      expect(fieldsOf(answer.body)).to.deep.equal([field]);
    }
  });

  it('accept the largest price of each currency that can be stored exactly', async () => {
    const { id } = await inventory().property();
    for (const price of [
      { amount: 9_007_199_254_740_991, currency: 'JPY' },
      { amount: 90_071_992_547_409.91, currency: 'AED' },
    ]) {
      expect((await inventory().unit(id, { price })).price).to.deep.equal(price);
    }
  });

  it('refuse a price with more decimals than its currency has, by PUT and in bulk', async () => {
    const unit = await inventory().unit(propertyId, { price: { amount: 10.5, currency: 'AED' } });
    const put = (price: object) => inventory().request('PUT', `/v1/units/${unit.id}`, { body: { price } });
    for (const price of [{ amount: 10.005 }, { currency: 'JPY' }]) {
      const { status, body } = await put(price);
      expect([status, fieldsOf(body)]).to.deep.equal([422, ['price.amount']]);
    }
    expect((await put({ amount: 10.55 })).status).to.equal(200);
    const units = [unitBody(propertyId), unitBody(propertyId, { price: { amount: 0.005, currency: 'AED' } })];
    const bulk = await inventory().request('POST', '/v1/units/bulk', { body: { units } });
    expect([bulk.status, fieldsOf(bulk.body)]).to.deep.equal([422, ['units[1].price.amount']]);
  });
});
