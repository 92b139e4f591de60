import { addDelay, scheduleNextRun } from '@plotline/kit/tasks/deferred-jobs';
import { expect } from 'chai';

const since = new Date('2026-03-01T09:30:00.000Z');
const atSecond = (seconds: number) => new Date(since.getTime() + seconds * 1_000);
const delaysMs = [1_000, 4_000, 15_000, 62_000];

describe('scheduleNextRun', () => {
  it('runs the work after each delay, and stops after the last', () => {
    const runs: number[] = [];
    for (let began: Date | undefined = since; began; began = scheduleNextRun(since, delaysMs, began)?.resume_at) {
      runs.push((began.getTime() - since.getTime()) / 1_000);
    }
    expect(runs).to.deep.equal([0, 1, 4, 15, 62]);
  });

  it('ends only after a run that began after the last delay', () => {
    expect(scheduleNextRun(since, delaysMs, atSecond(61.9))).to.deep.equal({ resume_at: atSecond(62) });
    expect(scheduleNextRun(since, delaysMs, atSecond(62))).to.equal(null);
  });

  it('rounds up to the second, so that one write reschedules work that is due at about the same time', () => {
    expect(scheduleNextRun(atSecond(0.3), delaysMs, atSecond(0.4))).to.deep.equal({ resume_at: atSecond(2) });
  });
});

describe('addDelay', () => {
  it('always rounds up to the second', () => {
    expect(addDelay(atSecond(10), 5_000)).to.deep.equal(atSecond(15));
    expect(addDelay(atSecond(10.001), 5_000)).to.deep.equal(atSecond(16));
  });
});
