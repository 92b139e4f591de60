import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, propertyBody, startInventory } from '../../support/inventory.js';

describe('POST, GET and PUT of properties', () => {
  const inventory = useFixture(startInventory);

  it('create a property with every field and default, and return it unchanged from GET', async () => {
    const body = await inventory().property();
    expect(body).to.deep.include({
      name: 'Marina Heights',
      type: 'apartment',
      status: 'planning',
      location: { address: null, area: 'Dubai Marina', city: 'Dubai', country: 'AE', coordinates: null },
      description: null,
      media: { cover: null, gallery: [], floor_plans: [], virtual_tour: null },
      pricing: { currency: null, min_price: null, max_price: null },
      features: [],
      units_count: 0,
      units_available: 0,
      unit_counts: { available: 0, reserved: 0, sold: 0, off_market: 0, rented: 0 },
      completion_date: null,
    });
    expect(body.id).to.match(/^prop_[0-9a-z]{26}$/);
    expect(Date.parse(body.created_at)).to.be.greaterThan(0);
    expect(body).to.not.have.any.keys('version', 'workspace_id', '_id', 'derived');
    const read = await inventory().request('GET', `/v1/properties/${body.id}`);
    expect(read.status).to.equal(200);
    expect(read.body).to.deep.equal(body);
  });

  it('merge a PUT, ignore a PUT that changes nothing, and publish each change once', async () => {
    const property = await inventory().property({ pricing: { currency: 'AED', min_price: 1, max_price: 9 } });
    const path = `/v1/properties/${property.id}`;
    const same = await inventory().request('PUT', path, { body: property });
    expect(same.status).to.equal(200);
    expect(same.body).to.deep.equal(property);
    const changed = await inventory().request('PUT', path, {
      body: {
        status: 'under_construction',
        pricing: { max_price: 12 },
        location: { area: null },
        completion_date: '2027-06-30',
      },
    });
    expect(changed.status).to.equal(200);
    expect(changed.body).to.deep.include({
      status: 'under_construction',
      pricing: { currency: 'AED', min_price: 1, max_price: 12 },
      completion_date: '2027-06-30',
    });
    expect(changed.body.location).to.include({ area: null, city: 'Dubai' });
    const entries = await inventory().journal(property.id);
    expect(entries.map(({ type }) => type)).to.deep.equal(['created', 'field_update']);
    const events = entries.flatMap((entry) => entry.events);
    expect(events.map(({ name }) => name)).to.deep.equal([
      'property.created',
      'property.updated',
      'property.status_changed',
    ]);
    const updated = JSON.parse(events[1]?.payload ?? '{}');
    expect(updated).to.include({ event: 'property.updated', workspace_id: 'ws_test' });
    expect(updated.data).to.deep.equal(changed.body);
    expect(updated.previous).to.deep.equal({
      status: 'planning',
      pricing: property.pricing,
      location: property.location,
      completion_date: null,
    });
  });

  it('store coordinates and media, and clear them with null', async () => {
    const coordinates = { lat: 25.08, lng: 55.14 };
    const media = { cover: 'https://example.com/c.jpg', gallery: ['https://example.com/1.jpg'], virtual_tour: null };
    const property = await inventory().property({ location: { city: 'Dubai', coordinates }, media });
    expect(property.location.coordinates).to.deep.equal(coordinates);
    expect(property.media).to.deep.equal({ ...media, floor_plans: [] });
    const path = `/v1/properties/${property.id}`;
    expect((await inventory().request('GET', path)).body).to.deep.equal(property);
    const body = { location: { coordinates: null }, media: { gallery: null }, features: ['pool'] };
    const changed = await inventory().request('PUT', path, { body });
    expect(changed.body.location).to.deep.include({ city: 'Dubai', coordinates: null });
    expect(changed.body.media).to.deep.equal({ ...media, gallery: [], floor_plans: [] });
    expect((await inventory().request('GET', path)).body).to.deep.equal(changed.body);
  });

  it('merge coordinates, and require both when the property has none', async () => {
    const property = await inventory().property({ location: { coordinates: { lat: 1, lng: 2 } } });
    const put = (id: string, coordinates: object) =>
      inventory().request('PUT', `/v1/properties/${id}`, { body: { location: { coordinates } } });
    const moved = await put(property.id, { lat: 5 });
    expect(moved.status).to.equal(200);
    expect(moved.body.location.coordinates).to.deep.equal({ lat: 5, lng: 2 });
    const bare = await inventory().property();
    const refused = await put(bare.id, { lat: 5 });
    expect([refused.status, fieldsOf(refused.body)]).to.deep.equal([422, ['location.coordinates.lng']]);
    expect((await put(bare.id, { lat: 5, lng: 6 })).body.location.coordinates).to.deep.equal({ lat: 5, lng: 6 });
  });

  it("use the workspace's currency for prices unless the body has one", async () => {
    const property = await inventory().property({ pricing: { min_price: 10 } });
    expect(property.pricing).to.deep.equal({ currency: 'USD', min_price: 10, max_price: null });
    const path = `/v1/properties/${property.id}`;
    const put = (pricing: object) => inventory().request('PUT', path, { body: { pricing } });
    expect((await put({ currency: 'AED' })).body.pricing).to.include({ currency: 'AED', min_price: 10 });
    expect((await put({ currency: null })).body.pricing).to.include({ currency: 'USD', min_price: 10 });
  });

  it('return only the requested fields', async () => {
    const { id } = await inventory().property();
    const read = (fields: string) => inventory().request('GET', `/v1/properties/${id}?fields=${fields}`);
    expect((await read('name,units_count')).body).to.have.all.keys('id', 'name', 'units_count');
    const refused = await read('zz');
    expect([refused.status, fieldsOf(refused.body)]).to.deep.equal([422, ['fields']]);
  });

  it('accept an unchanged GET response as the PUT body under strict handling', async () => {
    const property = await inventory().property();
    const put = (changes: object) =>
      inventory().request('PUT', `/v1/properties/${property.id}`, {
        body: { ...property, units_count: 7, ...changes },
        headers: { prefer: 'handling=strict' },
      });
    expect((await put({})).body).to.deep.equal(property);
    expect(fieldsOf((await put({ colour: 'blue' })).body)).to.deep.equal(['colour']);
  });

  it('keep concurrent changes of different fields', async () => {
    const { id } = await inventory().property();
    const put = (body: object) => inventory().request('PUT', `/v1/properties/${id}`, { body });
    const answers = await Promise.all([
      put({ name: 'Other' }),
      put({ description: 'By the sea' }),
      put({ features: ['pool'] }),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const { body } = await inventory().request('GET', `/v1/properties/${id}`);
    expect(body).to.deep.include({ name: 'Other', description: 'By the sea', features: ['pool'] });
  });

  it('count units and available units as units are created and changed', async () => {
    const { id } = await inventory().property();
    const first = await inventory().unit(id);
    await inventory().unit(id, { status: 'rented' });
    const counted = async () => {
      const { body } = await inventory().request('GET', `/v1/properties/${id}`);
      return [body.units_count, body.units_available];
    };
    expect(await counted()).to.deep.equal([2, 1]);
    await inventory().request('PUT', `/v1/units/${first.id}`, { body: { status: 'reserved' } });
    expect(await counted()).to.deep.equal([2, 0]);
    await inventory().request('PUT', `/v1/units/${first.id}`, { body: { status: 'available' } });
    expect(await counted()).to.deep.equal([2, 1]);
    const { body } = await inventory().request('GET', '/v1/properties?per_page=1&sort=created_at');
    expect(body[0]).to.include({ id, units_available: 1 });
  });

  it('count units by status in single responses and in lists', async () => {
    const { id } = await inventory().property();
    const unit = await inventory().unit(id);
    for (const status of ['reserved', 'reserved', 'sold', 'off_market', 'rented'])
      await inventory().unit(id, { status });
    const unit_counts = { available: 1, reserved: 2, sold: 1, off_market: 1, rented: 1 };
    expect((await inventory().request('GET', `/v1/properties/${id}`)).body.unit_counts).to.deep.equal(unit_counts);
    await inventory().request('PUT', `/v1/units/${unit.id}`, { body: { status: 'sold' } });
    const { body } = await inventory().request('GET', '/v1/properties?per_page=1&fields=unit_counts');
    expect(body).to.deep.equal([{ id, unit_counts: { ...unit_counts, available: 0, sold: 2 } }]);
  });

  it('answer 404 for another workspace and in the sandbox', async () => {
    const { id } = await inventory().property();
    const unknown = await inventory().request('GET', '/v1/properties/prop_none');
    expect(unknown.status).to.equal(404);
    for (const as of [{ workspaceId: 'ws_two' }, { mode: 'sandbox' } as const]) {
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { name: 'Mine' }],
      ] as const) {
        const answer = await inventory().request(method, `/v1/properties/${id}`, { as, ...(body ? { body } : {}) });
        expect(answer.status).to.equal(404);
        expect(answer.body).to.deep.equal(unknown.body);
      }
    }
  });

  it('refuse invalid fields with 422 and report each of them', async () => {
    const cases: [object, string][] = [
      [{ ...propertyBody, name: undefined }, 'name'],
      [{ ...propertyBody, type: 'castle' }, 'type'],
      [{ ...propertyBody, location: undefined }, 'location'],
      [{ ...propertyBody, location: { coordinates: { lat: 91, lng: 0 } } }, 'location.coordinates.lat'],
      [{ ...propertyBody, status: null }, 'status'],
      [{ ...propertyBody, pricing: { min_price: -1 } }, 'pricing.min_price'],
      [{ ...propertyBody, pricing: { min_price: 2, max_price: 1 } }, 'pricing.min_price'],
      [{ ...propertyBody, pricing: { currency: 'usd' } }, 'pricing.currency'],
      [{ ...propertyBody, pricing: { currency: 'QQQ' } }, 'pricing.currency'],
      [{ ...propertyBody, media: { cover: 'javascript:alert(1)' } }, 'media.cover'],
      [{ ...propertyBody, completion_date: '2027-02-30' }, 'completion_date'],
      [{ ...propertyBody, media: { gallery: ['not a url'] } }, 'media.gallery[0]'],
      [{ ...propertyBody, name: 'x'.repeat(201) }, 'name'],
      [{ ...propertyBody, name: ' \t' }, 'name'],
      [{ ...propertyBody, location: 'Dubai' }, 'location'],
      [{ ...propertyBody, location: { coordinates: { lat: 1 } } }, 'location.coordinates.lng'],
    ];
    for (const [body, field] of cases) {
      const answer = await inventory().request('POST', '/v1/properties', { body, as: { workspaceId: 'ws_bad' } });
      expect(answer.status, field).to.equal(422);
      expect(answer.body.code).to.equal('VALIDATION_ERROR');
      expect(fieldsOf(answer.body)).to.deep.equal([field]);
    }
    const { body } = await inventory().request('GET', '/v1/properties', { as: { workspaceId: 'ws_bad' } });
    expect(body).to.deep.equal([]);
  });
});
