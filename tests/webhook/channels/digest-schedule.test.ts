import {
  type DigestSchedule,
  findNextDigest,
  findScheduleFaults,
} from '@plotline/webhook/channels/model/digest-schedule';
import { expect } from 'chai';

const daily: DigestSchedule = { frequency: 'daily', weekday: null, hour: 8, time_zone: 'Europe/Lisbon' };
const weekly: DigestSchedule = { ...daily, frequency: 'weekly', weekday: 'monday' };

/** Returns the next times in a schedule. Each is computed from the previous one. */
function listNext(schedule: DigestSchedule, after: string, count: number): string[] {
  const times: string[] = [];
  for (let from = new Date(after); times.length < count; ) {
    from = findNextDigest(schedule, from);
    times.push(from.toISOString().slice(0, 16));
  }
  return times;
}

describe('the schedule of a digest', () => {
  it('is due every day at its hour in its time zone', () => {
    expect(listNext(daily, '2026-11-23T07:59:59Z', 2)).to.deep.equal(['2026-11-23T08:00', '2026-11-24T08:00']);
    expect(listNext(daily, '2026-11-23T08:00:00Z', 1)).to.deep.equal(['2026-11-24T08:00']);
    const far = { ...daily, time_zone: 'Pacific/Auckland' };
    expect(listNext(far, '2026-11-23T08:00:00Z', 1)).to.deep.equal(['2026-11-23T19:00']);
  });

  it('is due on its weekday', () => {
    expect(listNext(weekly, '2026-11-23T07:00:00Z', 2)).to.deep.equal(['2026-11-23T08:00', '2026-11-30T08:00']);
    expect(listNext(weekly, '2026-11-23T08:00:00Z', 1)).to.deep.equal(['2026-11-30T08:00']);
    const sunday = { ...weekly, weekday: 'sunday' } as const;
    expect(listNext(sunday, '2026-11-23T08:00:00Z', 1)).to.deep.equal(['2026-11-29T08:00']);
  });

  it('keeps its hour when the clocks change', () => {
    expect(listNext(daily, '2026-03-28T07:00:00Z', 3)).to.deep.equal([
      '2026-03-28T08:00',
      '2026-03-29T07:00',
      '2026-03-30T07:00',
    ]);
    expect(listNext(weekly, '2026-10-19T12:00:00Z', 1)).to.deep.equal(['2026-10-26T08:00']);
  });

  it('is due once on a day when a clock change skips or repeats its hour', () => {
    const skipped = { ...daily, hour: 2, time_zone: 'America/New_York' };
    expect(listNext(skipped, '2026-03-07T08:00:00Z', 2)).to.deep.equal(['2026-03-08T07:00', '2026-03-09T06:00']);
    const doubled = { ...daily, hour: 1, time_zone: 'America/New_York' };
    expect(listNext(doubled, '2026-10-31T12:00:00Z', 2)).to.deep.equal(['2026-11-01T05:00', '2026-11-02T06:00']);
  });

  it('requires a day only if it is weekly, and requires an existing time zone', () => {
    const fieldsOf = (schedule: DigestSchedule) => findScheduleFaults(schedule).map(({ field }) => field);
    expect(fieldsOf(daily)).to.deep.equal([]);
    expect(fieldsOf(weekly)).to.deep.equal([]);
    expect(fieldsOf({ ...weekly, weekday: null })).to.deep.equal(['schedule.weekday']);
    expect(fieldsOf({ ...daily, weekday: 'friday', time_zone: 'Mars/Olympus' })).to.deep.equal([
      'schedule.weekday',
      'schedule.time_zone',
    ]);
  });
});
