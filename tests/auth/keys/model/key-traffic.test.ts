import { getPeriodStart, summarizeUsage, toHour } from '@plotline/auth/keys/model/key-traffic';
import { expect } from 'chai';

const now = new Date('2026-03-04T16:20:00.000Z');
const toKeyHour = (hour: string, requests: number) => ({
  hour: new Date(hour),
  requests,
  client_errors: 1,
  server_errors: 0,
});

describe('auth summarizeUsage', () => {
  it('totals the hours overall and by interval, including the current interval', () => {
    const hours = [toKeyHour('2026-03-04T15:00:00.000Z', 3), toKeyHour('2026-03-04T16:00:00.000Z', 5)];
    const { points, ...usage } = summarizeUsage('24h', hours, now);
    expect(usage).to.deep.equal({ period: '24h', interval: 'hour', requests: 8, client_errors: 2, server_errors: 0 });
    expect(points).to.have.length(24);
    expect(points.at(-2)).to.deep.include({ start: new Date('2026-03-04T15:00:00.000Z'), requests: 3 });
    expect(points.at(-1)).to.deep.include({ start: new Date('2026-03-04T16:00:00.000Z'), requests: 5 });
    expect(points[0]).to.deep.include({ start: new Date('2026-03-03T17:00:00.000Z'), requests: 0 });
  });

  for (const [period, interval, count, start] of [
    ['24h', 'hour', 24, '2026-03-03T17:00:00.000Z'],
    ['7d', 'hour', 168, '2026-02-25T17:00:00.000Z'],
    ['30d', 'day', 30, '2026-02-03T00:00:00.000Z'],
    ['90d', 'day', 90, '2025-12-05T00:00:00.000Z'],
  ] as const) {
    it(`covers ${period} by ${interval}`, () => {
      const usage = summarizeUsage(period, [], now);
      expect([usage.interval, usage.points.length]).to.deep.equal([interval, count]);
      expect(getPeriodStart(period, now)).to.deep.equal(new Date(start)).and.deep.equal(usage.points[0]?.start);
    });
  }
});

describe('auth toHour', () => {
  it('returns the UTC start of the hour', () => {
    expect(toHour(now)).to.deep.equal(new Date('2026-03-04T16:00:00.000Z'));
  });
});
