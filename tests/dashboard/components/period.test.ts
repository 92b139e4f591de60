import { formatDay, readPeriod } from '@plotline/dashboard/components/period';
import { expect } from 'chai';

describe('the period in the address of a page', () => {
  it('is the last 30 days unless the address names another', () => {
    expect(readPeriod({})).to.deep.equal({ period: 'month' });
    expect(readPeriod({ period: 'year' })).to.deep.equal({ period: 'year' });
    expect(readPeriod({ period: 'decade' })).to.deep.equal({ period: 'month' });
  });

  it('is a range of days when both are there and mean a day', () => {
    const custom = { period: 'custom', from: '2026-10-01', to: '2026-10-31' };
    expect(readPeriod(custom)).to.deep.equal({ period: 'month', start_date: '2026-10-01', end_date: '2026-10-31' });
    for (const to of [undefined, '', 'today', '2026-13-01']) {
      expect(readPeriod({ ...custom, to }), to).to.deep.equal({ period: 'month' });
    }
  });

  it('is written as days of UTC, in any time zone', () => {
    expect(formatDay('2026-11-01', 'en-GB')).to.equal('1 Nov 2026');
  });
});
