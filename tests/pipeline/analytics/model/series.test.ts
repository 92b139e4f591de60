import { createSeriesPoint, splitPeriod, toSeriesSpans } from '@plotline/pipeline/analytics/model/series';
import { expect } from 'chai';

describe('splitPeriod', () => {
  it('begins weeks on Monday, and cuts the first and last week at the ends of the period', () => {
    expect(splitPeriod({ start_date: '2026-03-04', end_date: '2026-03-17' }, 'week')).to.deep.equal([
      { start_date: '2026-03-04', end_date: '2026-03-08' },
      { start_date: '2026-03-09', end_date: '2026-03-15' },
      { start_date: '2026-03-16', end_date: '2026-03-17' },
    ]);
  });

  it('divides a period into calendar months, including leap years and the end of the year', () => {
    const months = splitPeriod({ start_date: '2027-12-31', end_date: '2028-03-01' }, 'month');
    expect(months.map(({ start_date, end_date }) => `${start_date}/${end_date}`)).to.deep.equal([
      '2027-12-31/2027-12-31',
      '2028-01-01/2028-01-31',
      '2028-02-01/2028-02-29',
      '2028-03-01/2028-03-01',
    ]);
  });

  it('accepts a single day, and ten years by month', () => {
    const day = { start_date: '2026-03-08', end_date: '2026-03-08' };
    expect(splitPeriod(day, 'week')).to.deep.equal([day]);
    expect(splitPeriod({ start_date: '2016-03-01', end_date: '2026-03-08' }, 'month')).to.have.length(121);
  });

  it('refuses more intervals than a report may have', () => {
    const refuse = () => splitPeriod({ start_date: '2016-03-01', end_date: '2026-03-08' }, 'week');
    expect(refuse)
      .to.throw()
      .that.deep.includes({
        details: [{ field: 'interval', message: 'must be month for a period of more than 122 weeks' }],
      });
  });
});

describe('toSeriesSpans', () => {
  it('joins the intervals without a gap, by the days in the time zone', () => {
    const ranges = splitPeriod({ start_date: '2026-03-23', end_date: '2026-04-05' }, 'week');
    const spans = toSeriesSpans(ranges, new Date('2026-06-01T00:00:00.000Z'), 'Europe/Lisbon');
    // Clocks change on 29 March.
    expect(spans).to.deep.equal([
      { from: new Date('2026-03-23T00:00:00.000Z'), to: new Date('2026-03-29T23:00:00.000Z') },
      { from: new Date('2026-03-29T23:00:00.000Z'), to: new Date('2026-04-05T23:00:00.000Z') },
    ]);
  });
});

describe('createSeriesPoint', () => {
  it('counts all leads and won leads by source, and revenue by currency', () => {
    const counts = {
      ...{ leads: 4, 'reached:won': 1, 'source:portal': 3, 'source:website': 1, deals: 1 },
      ...{ 'closed:EUR:units': 250, 'closed:EUR:millions': 0, 'closed:EUR:millionths': 500_000 },
    };
    const range = { start_date: '2026-03-02', end_date: '2026-03-08' };
    const point = createSeriesPoint(range, [{ counts }]);
    expect(point).to.deep.include({
      ...range,
      conversion_rate: 0.25,
      deals_closed: 1,
      revenue: [{ currency: 'EUR', closed: 250.5 }],
    });
    expect(point.leads).to.deep.include({ new: 4, won: 1 });
    expect(point.leads.by_source).to.include({ portal: 3, website: 1, manual: 0 });
    expect(createSeriesPoint(range, [])).to.deep.include({ conversion_rate: 0, deals_closed: 0, revenue: [] });
  });
});
