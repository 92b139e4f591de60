import { FeedHealthRecorder } from '@plotline/transfer/feed/model/feed-health';
import { expect } from 'chai';

describe('the health report of a feed', () => {
  it('counts units by reason, most frequent first', () => {
    const health = new FeedHealthRecorder();
    const [one, two, three] = ['unit_1', 'unit_2', 'unit_3'].map((id) => ({ id, name: `Name of ${id}` }));
    if (!one || !two || !three) throw new Error('There are three units.');
    health.addLeftOut(one, [{ reason: 'price', value: '0' }]);
    health.addLeftOut(two, [
      { reason: 'currency', value: 'AED' },
      { reason: 'price', value: '0' },
    ]);
    health.addListed(three, [
      { reason: 'feature_shortened', value: 'x'.repeat(300) },
      { reason: 'feature_shortened', value: 'y' },
    ]);
    health.addListed(one, []);
    const { units, left_out, changed_values } = health.result();
    expect(units).to.deep.equal({ listed: 2, left_out: 2, changed: 1 });
    expect(left_out.map(({ reason, count }) => [reason, count])).to.deep.equal([
      ['price', 2],
      ['currency', 1],
    ]);
    expect(left_out[1]?.units).to.deep.equal([{ ...two, value: 'AED' }]);
    expect(changed_values).to.have.length(1);
    expect(changed_values[0]).to.deep.include({ count: 1, units: [{ ...three, value: 'x'.repeat(100) }] });
  });

  it('lists a limited number of units for each reason', () => {
    const health = new FeedHealthRecorder();
    for (let place = 0; place < 1_000; place += 1) {
      health.addLeftOut({ id: `unit_${place}`, name: 'A' }, [{ reason: 'currency', value: 'AED' }]);
    }
    const [entry] = health.result().left_out;
    expect([entry?.count, entry?.units.length]).to.deep.equal([1_000, 50]);
  });
});
