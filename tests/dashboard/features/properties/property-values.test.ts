import {
  newPropertyValues,
  toPropertyBody,
  validateProperty,
} from '@plotline/dashboard/features/properties/property-values';
import { pickChanges } from '@plotline/dashboard/ui/forms/pick-changes';
import { expect } from 'chai';

describe('the property form', () => {
  it('sends null for empty fields, and sends numbers as numbers', () => {
    const pricing = { currency: 'usd', min_price: '1000', max_price: '' };
    const body = toPropertyBody({ ...newPropertyValues, name: 'Quay', pricing });
    expect(body.pricing).to.deep.equal({ currency: 'USD', min_price: 1000, max_price: null });
    expect(body.location.coordinates).to.equal(null);
    expect(body.description).to.equal(null);
  });

  it('refuses a latitude without a longitude', () => {
    const location = { ...newPropertyValues.location, coordinates: { lat: 51, lng: '' } };
    expect(validateProperty({ ...newPropertyValues, location })).to.have.all.keys('location.coordinates.lng');
    expect(validateProperty(newPropertyValues)).to.deep.equal({});
  });

  it('sends only changed fields', () => {
    const before = toPropertyBody({ ...newPropertyValues, name: 'Quay', features: ['pool'] });
    const after = { ...before, features: ['pool', 'gym'] };
    expect(pickChanges(before, after)).to.deep.equal({ features: ['pool', 'gym'] });
    expect(pickChanges(before, { ...before })).to.deep.equal({});
  });
});
