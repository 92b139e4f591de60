import { readPeriod, toCreationRange, toReportDays } from '@plotline/dashboard/ui/filters/period';
import { expect } from 'chai';

describe('period in a page address', () => {
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

  it('covers local days in lists and UTC days in reports', () => {
    const [from, to] = ['2026-03-28', '2026-03-29'];
    const created_after = new Date(2026, 2, 28).toISOString();
    const created_before = new Date(2026, 2, 29, 23, 59, 59, 999).toISOString();
    expect(toCreationRange({ from, to })).to.deep.equal({ created_after, created_before });
    expect(toCreationRange({ to })).to.deep.equal({ created_before });
    expect(toCreationRange({ from: 'yesterday' })).to.deep.equal({});
    expect(toReportDays({ from, to })).to.deep.equal({ start_date: from, end_date: to });
    expect(toReportDays({ to })).to.deep.equal({ end_date: to });
  });
});
