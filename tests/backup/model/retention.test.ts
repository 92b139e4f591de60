import { selectExpired } from '@plotline/backup/model/retention';
import { expect } from 'chai';

const hourly = (from: string, count: number) =>
  Array.from({ length: count }, (_, hour) => new Date(Date.parse(from) + hour * 3_600_000));

/** Returns the times of the backups that are kept. */
function kept(times: readonly Date[], rules: Partial<Parameters<typeof selectExpired>[1]>): string[] {
  const backups = times.map((startedAt) => ({ startedAt }));
  const expired = new Set(selectExpired(backups, { hours: 1, days: 1, weeks: 1, ...rules }));
  return backups.filter((one) => !expired.has(one)).map(({ startedAt }) => startedAt.toISOString().slice(0, 16));
}

describe('expired backups', () => {
  it('include every backup that is not the newest of a retained hour, day or week', () => {
    // 2026-03-02 is a Monday.
    const times = hourly('2026-02-20T00:00:00Z', 24 * 14);
    expect(kept(times, { hours: 3, days: 3, weeks: 2 })).to.deep.equal([
      '2026-03-01T23:00',
      '2026-03-03T23:00',
      '2026-03-04T23:00',
      '2026-03-05T21:00',
      '2026-03-05T22:00',
      '2026-03-05T23:00',
    ]);
  });

  it('include the older ones when an hour has several backups', () => {
    const times = ['09:10', '09:40', '09:20'].map((time) => new Date(`2026-03-02T${time}:00Z`));
    expect(kept(times, { hours: 5 })).to.deep.equal(['2026-03-02T09:40']);
  });

  it('never include the latest ones, even after a long time without backups', () => {
    const times = ['2025-01-01', '2025-06-01', '2026-03-01'].map((day) => new Date(day));
    expect(kept(times, { hours: 24, days: 7, weeks: 5 })).to.have.length(3);
    expect(kept(times, {})).to.deep.equal(['2026-03-01T00:00']);
    expect(selectExpired([], { hours: 1, days: 1, weeks: 1 })).to.deep.equal([]);
  });
});
