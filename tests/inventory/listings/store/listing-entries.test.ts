import { toRemovedEvents } from '@plotline/inventory/listings/store/listing-entries';
import { expect } from 'chai';

describe('toRemovedEvents', () => {
  it('contains each id once, in order, with at most 500 ids per event', () => {
    for (const count of [1, 500, 501, 1_200]) {
      const ids = Array.from({ length: count }, (_, index) => `unit_${index}`);
      const events = toRemovedEvents(ids);
      expect(events).to.have.length(Math.ceil(count / 500));
      const batches = events.map(({ data }): string[] => Reflect.get(Object(data), 'ids'));
      for (const batch of batches) expect(batch.length).to.be.within(1, 500);
      expect(batches.flat()).to.deep.equal(ids);
    }
  });

  it('uses an event name that no subscription accepts', () => {
    const names = toRemovedEvents(['unit_one']).map(({ name }) => name);
    expect(names).to.deep.equal(['listing.removed']);
    expect(names[0]).to.not.match(/^(lead|property|unit|agent|deal|commission|invoice)\./);
  });
});
