import { untilDue } from '@plotline/backup/work/schedule';
import { expect } from 'chai';

const hourMs = 3_600_000;
const now = new Date('2026-03-01T12:00:00Z');

describe('the next scheduled backup', () => {
  it('is due immediately if there is none, or if the newest is older than the interval', () => {
    expect(untilDue(undefined, hourMs, now)).to.equal(0);
    expect(untilDue(new Date('2026-03-01T09:00:00Z'), hourMs, now)).to.equal(0);
  });

  it('is due one interval after the newest, even after a restart', () => {
    expect(untilDue(new Date('2026-03-01T11:30:00Z'), hourMs, now)).to.equal(hourMs / 2);
  });
});
