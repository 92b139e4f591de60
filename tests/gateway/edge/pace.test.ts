import { Pace } from '@plotline/gateway/edge/pace';
import { expect } from 'chai';

const limits = { maxPauseMs: 30_000, minBytesPerSecond: 1_000, maxMs: 600_000 };
const seconds = 1_000;

describe('gateway Pace', () => {
  /**
   * Checks the pace every second with the number of bytes from `bytesAt`. Returns the second of the first failure, and
   * the failure.
   */
  const watch = (bytesAt: (second: number) => number, isClientAwaited: (second: number) => boolean = () => true) => {
    const pace = new Pace(limits, 0);
    for (let second = 1; second <= 700; second += 1) {
      const verdict = pace.look(second * seconds, bytesAt(second), isClientAwaited(second));
      if (verdict !== 'good') return [second, verdict];
    }
    return [];
  };

  it('allows a pause of up to 30 seconds', () => {
    const burst = 10_000_000;
    expect(watch((second) => (second > 10 ? burst : second))).to.deep.equal([42, 'slow client']);
    expect(watch((second) => burst + Math.floor(second / 30))).to.deep.equal([601, 'late']);
  });

  it('blames the service for a pause during which the gateway waited for it', () => {
    const verdict = watch(
      () => 10_000_000,
      () => false,
    );
    expect(verdict).to.deep.equal([32, 'slow service']);
  });

  it('disconnects a client that sends byte by byte after the first 30 seconds', () => {
    expect(watch((second) => second)).to.deep.equal([31, 'slow client']);
    expect(watch((second) => 900 * second)).to.deep.equal([301, 'slow client']);
  });

  it('allows any transfer that is fast enough until the time limit', () => {
    expect(watch((second) => 1_000 * second)).to.deep.equal([601, 'late']);
  });

  it('does not count time spent waiting for the service against the client', () => {
    // The gateway waits for the service in nine of ten seconds. So 100 bytes a second are 1,000 in each second in which
    // it waits for the client.
    const verdict = watch(
      (second) => 100 * second,
      (second) => second % 10 === 0,
    );
    expect(verdict).to.deep.equal([601, 'late']);
  });
});
