import { createProperty, editProperty, findPropertyFaults } from '@plotline/inventory/properties/model/property';
import { deriveProperty } from '@plotline/inventory/properties/store/property-collection';
import { expect } from 'chai';

const at = { now: new Date('2026-04-01T00:00:00Z'), currency: 'EUR' };
const draft = { name: 'P', type: 'villa', status: 'planning', location: { area: ' Palm ', city: 'Dubai' } } as const;

describe('createProperty and editProperty', () => {
  it('fill in every missing member of objects in the body', () => {
    expect(createProperty(draft, 'prop_one', at)).to.deep.include({
      location: { address: null, area: ' Palm ', city: 'Dubai', country: null, coordinates: null },
      media: { cover: null, gallery: [], floor_plans: [], virtual_tour: null },
      pricing: { currency: null, min_price: null, max_price: null },
      features: [],
    });
  });

  it("use the workspace's currency unless the body has one", () => {
    const of = (pricing: object) => createProperty({ ...draft, pricing }, 'prop_one', at).pricing;
    expect(of({ min_price: 5 })).to.deep.equal({ currency: 'EUR', min_price: 5, max_price: null });
    expect(of({ max_price: 0 })).to.include({ currency: 'EUR' });
    expect(of({ min_price: 5, currency: 'AED' })).to.include({ currency: 'AED' });
    expect(of({ currency: 'AED' })).to.include({ currency: 'AED', min_price: null });
    expect(of({}), 'nothing is priced').to.include({ currency: null });
    const property = createProperty({ ...draft, pricing: { min_price: 5, currency: 'AED' } }, 'prop_one', at);
    const pricing = { ...property.pricing, currency: null };
    expect(editProperty({ ...property, pricing }, at).pricing).to.include({ currency: 'EUR', min_price: 5 });
  });

  it('require both coordinates or none, even after a merge', () => {
    const property = createProperty({ ...draft, location: { coordinates: { lat: 1, lng: 2 } } }, 'prop_one', at);
    const moved = { ...property, location: { ...property.location, coordinates: { lat: 5, lng: 2 } } };
    expect(editProperty(moved, at).location.coordinates).to.deep.equal({ lat: 5, lng: 2 });
    const half = { ...property, location: { ...property.location, coordinates: { lat: 5 } } };
    expect(findPropertyFaults(half)).to.deep.equal([{ field: 'location.coordinates.lng', message: 'is required' }]);
    expect(() => editProperty(half, at))
      .to.throw()
      .with.property('code', 'VALIDATION_ERROR');
  });

  it('restore complete objects after they were cleared', () => {
    const property = createProperty({ ...draft, pricing: { min_price: 1 }, features: ['pool'] }, 'prop_one', at);
    const cleared = editProperty({ ...property, media: null, pricing: null, features: null }, at);
    expect(cleared).to.deep.include({
      media: { cover: null, gallery: [], floor_plans: [], virtual_tour: null },
      pricing: { currency: null, min_price: null, max_price: null },
      features: [],
    });
  });

  it('refuse a minimum price above the maximum, on creation and after a merge', () => {
    const pricing = { min_price: 2, max_price: 1 };
    expect(() => createProperty({ ...draft, pricing }, 'prop_one', at))
      .to.throw()
      .with.property('code', 'VALIDATION_ERROR');
    const property = createProperty({ ...draft, pricing: { max_price: 1 } }, 'prop_one', at);
    expect(() => editProperty({ ...property, pricing: { ...property.pricing, min_price: 2 } }, at)).to.throw();
  });

  it('report an inverted price range at the price that the request contains', () => {
    const both = { pricing: { min_price: 2, max_price: 1 } };
    const minimum = { field: 'pricing.min_price', message: 'must be at most pricing.max_price, which is 1' };
    const maximum = { field: 'pricing.max_price', message: 'must be at least pricing.min_price, which is 2' };
    expect(findPropertyFaults(both)).to.deep.equal([minimum]);
    expect(findPropertyFaults(both, { pricing: { min_price: 2 } })).to.deep.equal([minimum]);
    expect(findPropertyFaults(both, { pricing: { max_price: 1 } })).to.deep.equal([maximum]);
    const property = createProperty({ ...draft, pricing: { min_price: 2 } }, 'prop_one', at);
    const lowered = { ...property, pricing: { ...property.pricing, max_price: 1 } };
    expect(() => editProperty(lowered, at, { pricing: { max_price: 1 } }))
      .to.throw()
      .with.deep.property('details', [maximum]);
  });

  it('refuse prices with more decimals than their currency has, and keep existing ones', () => {
    const pricing = { min_price: 1.005, max_price: 2.5 };
    expect(() => createProperty({ ...draft, pricing }, 'prop_one', at))
      .to.throw()
      .with.deep.property('details', [
        { field: 'pricing.min_price', message: `must have at most 2 decimal places in ${at.currency}` },
      ]);
    const property = createProperty({ ...draft, pricing: { min_price: 1.5 } }, 'prop_one', at);
    const old = { ...property, pricing: { ...property.pricing, min_price: 1.005 } };
    expect(editProperty(old, { ...at, known: old }).pricing).to.deep.equal(old.pricing);
    expect(() => editProperty(old, { ...at, known: property })).to.throw();
    expect(() =>
      editProperty({ ...old, pricing: { ...old.pricing, currency: 'JPY' } }, { ...at, known: old }),
    ).to.throw();
  });

  it('derive normalized places and price ranges, which are open where a limit is missing', () => {
    const of = (pricing: object) => deriveProperty(createProperty({ ...draft, pricing }, 'prop_one', at));
    expect(of({})).to.deep.include({ places: ['palm', 'dubai'], price_from: undefined, price_to: undefined });
    expect(of({ min_price: 5 })).to.include({ price_from: 5, price_to: Number.MAX_VALUE });
    expect(of({ max_price: 5 })).to.include({ price_from: 0, price_to: 5 });
  });
});
