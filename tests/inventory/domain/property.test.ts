import { createProperty, editProperty } from '@plotline/inventory/domain/property';
import { deriveProperty } from '@plotline/inventory/store/property-query';
import { expect } from 'chai';

const now = new Date('2026-04-01T00:00:00Z');
const draft = { name: 'P', type: 'villa', status: 'planning', location: { area: ' Palm ', city: 'Dubai' } } as const;

describe('a property', () => {
  it('has every member of its objects, whatever the body left out', () => {
    expect(createProperty(draft, 'prop_one', now)).to.deep.include({
      location: { address: null, area: ' Palm ', city: 'Dubai', country: null, coordinates: null },
      media: { cover: null, gallery: [], floor_plans: [], virtual_tour: null },
      pricing: { currency: null, min_price: null, max_price: null },
      features: [],
    });
  });

  it('has whole objects again after they were cleared', () => {
    const property = createProperty({ ...draft, pricing: { min_price: 1 }, features: ['pool'] }, 'prop_one', now);
    const cleared = editProperty({ ...property, media: null, pricing: null, features: null }, now);
    expect(cleared).to.deep.include({
      media: { cover: null, gallery: [], floor_plans: [], virtual_tour: null },
      pricing: { currency: null, min_price: null, max_price: null },
      features: [],
    });
  });

  it('refuses a price range that is upside down, on creation and after a merge', () => {
    const pricing = { min_price: 2, max_price: 1 };
    expect(() => createProperty({ ...draft, pricing }, 'prop_one', now))
      .to.throw()
      .with.property('code', 'VALIDATION_ERROR');
    const property = createProperty({ ...draft, pricing: { max_price: 1 } }, 'prop_one', now);
    expect(() => editProperty({ ...property, pricing: { ...property.pricing, min_price: 2 } }, now)).to.throw();
  });

  it('is found by its places in lower case and by price ends that are open where unset', () => {
    const of = (pricing: object) => deriveProperty(createProperty({ ...draft, pricing }, 'prop_one', now));
    expect(of({})).to.deep.equal({ places: ['palm', 'dubai'] });
    expect(of({ min_price: 5 })).to.include({ price_from: 5, price_to: Number.MAX_VALUE });
    expect(of({ max_price: 5 })).to.include({ price_from: 0, price_to: 5 });
  });
});
