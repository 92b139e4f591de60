import { getPrecedingPeriod, parsePeriod } from '@plotline/kit/core/period';
import { formatDuration } from '@plotline/pipeline/analytics/model/agent-report';
import { toSpan } from '@plotline/pipeline/analytics/model/period';
import { expect } from 'chai';

const now = new Date('2026-03-01T23:30:00.000Z');

describe('parsePeriod', () => {
  for (const [period, start_date] of [
    ['week', '2026-02-23'],
    ['month', '2026-01-31'],
    ['quarter', '2025-12-02'],
    ['year', '2025-03-02'],
  ] as const) {
    it(`reads ${period} as the days from ${start_date} to today`, () => {
      expect(parsePeriod({ period }, now, 'UTC')).to.deep.equal({ period, start_date, end_date: '2026-03-01' });
    });
  }

  it('reads a range of days as custom, regardless of the given period', () => {
    const range = { start_date: '2024-02-01', end_date: '2024-02-29' };
    expect(parsePeriod({ period: 'week', ...range }, now, 'UTC')).to.deep.equal({ period: 'custom', ...range });
  });

  it('reads a first day without a last day as a range until today', () => {
    expect(parsePeriod({ period: 'month', start_date: '2026-02-01' }, now, 'UTC')).to.include({
      end_date: '2026-03-01',
    });
  });

  it('ends with the current day in the time zone', () => {
    const { end_date } = parsePeriod({ period: 'week' }, now, 'Asia/Dubai');
    expect(end_date).to.equal('2026-03-02');
  });

  it('reads a period whose preceding period has as many days', () => {
    const february = { period: 'custom', start_date: '2024-02-01', end_date: '2024-02-29' } as const;
    expect(getPrecedingPeriod(february)).to.deep.equal({
      period: 'custom',
      start_date: '2024-01-03',
      end_date: '2024-01-31',
    });
  });

  for (const [fault, range, field] of [
    ['ends before it begins', { start_date: '2026-02-02', end_date: '2026-02-01' }, 'start_date'],
    ['is longer than ten years', { start_date: '2010-01-01' }, 'start_date'],
    ['begins before time by its length', { end_date: '1970-01-05' }, 'end_date'],
    ['begins before time', { start_date: '0001-01-01', end_date: '0001-01-02' }, 'start_date'],
  ] as const) {
    it(`refuses a range that ${fault}`, () => {
      expect(() => parsePeriod({ period: 'month', ...range }, now, 'UTC'))
        .to.throw()
        .with.nested.property('details[0].field', field);
    });
  }
});

describe('toSpan', () => {
  it('spans the days in the time zone, even when clocks change', () => {
    const period = { period: 'custom', start_date: '2025-03-30', end_date: '2025-03-30' } as const;
    const span = toSpan(period, now, 'Europe/Lisbon');
    expect([span.from, span.to].map((bound) => bound.toISOString())).to.deep.equal([
      '2025-03-30T00:00:00.000Z',
      '2025-03-30T23:00:00.000Z',
    ]);
  });
});

describe('formatDuration', () => {
  for (const [milliseconds, text] of [
    [0, 'PT0S'],
    [499, 'PT0S'],
    [1_500, 'PT2S'],
    [90_000, 'PT1M30S'],
    [9_000_000, 'PT2H30M'],
    [86_400_000, 'P1D'],
    [90_061_000, 'P1DT1H1M1S'],
  ] as const) {
    it(`formats ${milliseconds} ms as ${text}`, () => expect(formatDuration(milliseconds)).to.equal(text));
  }
});
