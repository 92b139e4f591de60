import { readPeriod, toCreationRange, toReportDays } from '@plotline/dashboard/ui/filters/period';
import { expect } from 'chai';

describe('a period in a page address', () => {
  it('defaults to the last 30 days', () => {
    expect(readPeriod({})).to.deep.equal({ period: 'month' });
    expect(readPeriod({ period: 'year' })).to.deep.equal({ period: 'year' });
    expect(readPeriod({ period: 'decade' })).to.deep.equal({ period: 'month' });
  });

  it('is a range of days if both parameters are valid days', () => {
    const custom = { period: 'custom', from: '2026-10-01', to: '2026-10-31' };
    expect(readPeriod(custom)).to.deep.equal({ period: 'month', start_date: '2026-10-01', end_date: '2026-10-31' });
    for (const to of [undefined, '', 'today', '2026-13-01']) {
      expect(readPeriod({ ...custom, to }), to).to.deep.equal({ period: 'month' });
    }
  });

  it('is sent to lists and reports as days without times, so that the API decides when days begin', () => {
    const [from, to] = ['2026-03-28', '2026-03-29'];
    expect(toCreationRange({ from, to })).to.deep.equal({ created_after: from, created_before: to });
    expect(toCreationRange({ to })).to.deep.equal({ created_before: to });
    expect(toCreationRange({ from: 'yesterday' })).to.deep.equal({});
    expect(toReportDays({ from, to })).to.deep.equal({ start_date: from, end_date: to });
    expect(toReportDays({ to })).to.deep.equal({ end_date: to });
  });
});
