import { describeNoRange } from '@plotline/dashboard/features/properties/listed-property';
import { expect } from 'chai';

describe('the price range of a property', () => {
  it('is missing only if the property has no units, because each unit has a price', () => {
    const none = { available: 0, reserved: 0, sold: 0, off_market: 0, rented: 0 };
    expect(describeNoRange(none)).to.equal('No prices yet');
    expect(describeNoRange({ ...none, off_market: 1 })).to.equal('Priced by unit');
  });
});
