import { toListedProperty } from '@plotline/dashboard/features/properties/listed-property';
import {
  describeAvailable,
  describePriceFrom,
  getBounds,
  toMapPoints,
} from '@plotline/dashboard/features/properties/map/map-points';
import { expect } from 'chai';

const location = { address: null, area: 'Marina', city: 'Dubai', country: 'AE' };
const marina = toListedProperty({
  id: 'prop_1',
  location: { ...location, coordinates: { lat: 25.08, lng: 55.14 } },
  pricing: { currency: 'USD', min_price: 200_000, max_price: null },
  unit_counts: { available: 12, reserved: 1, sold: 3, off_market: 0, rented: 0 },
});
const unplaced = toListedProperty({ id: 'prop_2', location: { ...location, coordinates: null } });

describe('points on the map', () => {
  it('are the properties with coordinates', () => {
    const points = toMapPoints([marina, unplaced]);
    expect(points.map(({ property, lat, lng }) => [property.id, lat, lng])).to.deep.equal([['prop_1', 25.08, 55.14]]);
  });

  it('show the lowest price and the number of available units', () => {
    expect(describePriceFrom(marina)).to.match(/^from .*200K$/i);
    expect(describePriceFrom(unplaced)).to.equal('No prices yet');
    expect([marina, unplaced].map(describeAvailable)).to.deep.equal(['12 available', '0 available']);
  });

  it("are all inside the map's bounding box", () => {
    expect(
      getBounds([
        { lat: 1, lng: -5 },
        { lat: -3, lng: 7 },
      ]),
    ).to.deep.equal([-5, -3, 7, 1]);
    expect(getBounds([])).to.equal(null);
  });
});
