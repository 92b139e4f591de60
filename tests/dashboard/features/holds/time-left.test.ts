import { describeHeld } from '@plotline/dashboard/features/holds/describe-held';
import { findTimeFault, toHoldEnd } from '@plotline/dashboard/features/holds/hold-times';
import { describeTimeLeft, findNextTick } from '@plotline/dashboard/features/holds/time-left';
import { expect } from 'chai';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

describe('the time left on a hold', () => {
  for (const [ms, words] of [
    [2 * day + 3 * hour, '2 days 3 h left'],
    [day, '1 day left'],
    [3 * hour + 12 * minute, '3 h 12 min left'],
    [12 * minute, '12 min left'],
    [45_000, '45 s left'],
    [0, 'Expired'],
    [-1, 'Expired'],
  ] as const) {
    it(`reads "${words}" when ${ms} ms are left`, () => {
      expect(describeTimeLeft(ms)).to.equal(words);
    });
  }

  it('shows seconds only in the last minute', () => {
    expect(findNextTick(90_000)).to.equal(30_001);
    expect(findNextTick(59_000)).to.equal(1_000);
  });

  it("is the workspace's default, a number of seconds, or a time in the future", () => {
    const until = '2027-03-01T10:00';
    expect(toHoldEnd({ time: '', until })).to.deep.equal({});
    expect(toHoldEnd({ time: '86400', until })).to.deep.equal({ expires_in: 86_400 });
    expect(toHoldEnd({ time: 'until', until })).to.deep.equal({ expires_at: new Date(until).toISOString() });
    const now = new Date('2027-03-02T10:00');
    expect(findTimeFault({ time: 'until', until }, now)).to.equal('Choose a time in the future.');
    expect(findTimeFault({ time: 'until', until: '' }, now)).to.equal('Enter a day and time.');
    expect(findTimeFault({ time: '86400', until: '' }, now)).to.equal(null);
  });

  it("describes another lead's hold with the number of waiting leads", () => {
    expect(describeHeld({ queue_length: 0 })).to.equal('It is held. Nobody else is waiting.');
    expect(describeHeld({ queue_length: 1 })).to.equal('It is held. 1 lead is waiting.');
    expect(describeHeld({ expires_at: '2027-03-01T10:00:00.000Z', queue_length: 2 })).to.match(
      /^It is held until .*2027.*\. 2 leads are waiting\.$/,
    );
  });
});
