import { Polling } from '@plotline/kit/core/time';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';

const [intervalMs, idleIntervalMs, activeMs] = [1_000, 3_600_000, 30_000];

describe('Polling', () => {
  let time: ManualTime;
  let looks: number;
  let polling: Polling;

  beforeEach(() => {
    time = new ManualTime();
    looks = 0;
    const look = () => {
      looks += 1;
    };
    polling = new Polling({ look, intervalMs, idleIntervalMs, time });
    polling.start();
  });

  /** Counts the polls within a number of milliseconds. */
  function looksWithin(ms: number): number {
    const before = looks;
    time.advance(ms);
    return looks - before;
  }

  it('polls immediately, often at first, and seldom when idle', () => {
    expect(looks).to.equal(1);
    expect(looksWithin(activeMs)).to.equal(30);
    expect(looksWithin(idleIntervalMs / 2)).to.equal(0);
    expect(looksWithin(idleIntervalMs / 2)).to.equal(1);
  });

  it('polls often while there is work', () => {
    for (let round = 0; round < 5; round += 1) {
      time.advance(activeMs - 1);
      polling.wake();
    }
    expect(looksWithin(activeMs - 1)).to.be.within(29, 30);
  });

  it('polls within the short interval after a notification', () => {
    time.advance(2 * activeMs);
    polling.wake();
    expect(looksWithin(intervalMs)).to.be.at.least(1);
  });

  it('waits the short interval between polls, even if many notifications arrive', () => {
    for (let count = 0; count < 10; count += 1) polling.wake();
    expect(looksWithin(intervalMs - 1)).to.equal(0);
    expect(looksWithin(1)).to.equal(1);
  });

  it('stops polling when stopped', () => {
    polling.stop();
    polling.wake();
    expect(looksWithin(2 * idleIntervalMs)).to.equal(0);
  });
});
