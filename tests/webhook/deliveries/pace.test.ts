import type { Outcome } from '@plotline/webhook/deliveries/model/attempt';
import {
  adjustPace,
  firstPace,
  getInFlight,
  getPauseMs,
  isOpen,
  maxInFlight,
  type Pace,
} from '@plotline/webhook/deliveries/model/pace';
import { expect } from 'chai';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 9, 0, second));

/** Attempt that began and ended at these seconds. */
function createOutcome(response_code: number | null, from = 0, to = from): Outcome {
  const error = response_code === null ? 'No complete answer.' : null;
  const attempt = { timestamp: at(from), response_code, duration_ms: 0, error, response_body: null };
  return { attempt, endedAt: at(to), retryAfterMs: 0, gone: false };
}

function repeat(pace: Pace, count: number, create: (place: number) => Outcome): Pace {
  return Array.from({ length: count }).reduce<Pace>(
    (now, _, place) => adjustPace(now, `dlv_${place}`, create(place)),
    pace,
  );
}

describe('the pace of an endpoint', () => {
  it('grows by one request for each answered round, up to nine', () => {
    expect(getInFlight(firstPace)).to.equal(2);
    expect(getInFlight(repeat(firstPace, 3, () => createOutcome(200)))).to.equal(3);
    expect(getInFlight(repeat(firstPace, 100, () => createOutcome(204)))).to.equal(maxInFlight);
  });

  for (const code of [429, 500, 503, null]) {
    it(`is halved by ${code ?? 'no answer'}, once for the requests that were running at that time`, () => {
      const full = repeat(firstPace, 100, () => createOutcome(200));
      const halved = adjustPace(full, 'dlv', createOutcome(code, 1, 5));
      expect(getInFlight(halved)).to.equal(4);
      expect(adjustPace(halved, 'dlv', createOutcome(code, 2, 6)).limit).to.equal(halved.limit);
      expect(adjustPace(halved, 'dlv', createOutcome(code, 5, 7)).limit).to.equal(halved.limit / 2);
    });
  }

  it('is never less than one', () => {
    expect(repeat(firstPace, 20, (place) => createOutcome(500, place, place + 1)).limit).to.equal(1);
  });

  for (const code of [301, 400, 404, 410]) {
    it(`is not reduced by a ${code}, because the receiver responds`, () => {
      const pace = repeat(firstPace, 10, () => createOutcome(code));
      expect(isOpen(pace)).to.equal(false);
      expect(pace.limit).to.be.above(firstPace.limit);
    });
  }

  it('allows only a probe after three consecutive failures, and everything after one response', () => {
    const failing = repeat(firstPace, 2, (place) => createOutcome(null, place));
    expect(isOpen(failing)).to.equal(false);
    const open = adjustPace(failing, 'dlv', createOutcome(null, 3));
    expect(isOpen(open)).to.equal(true);
    expect(getInFlight(open)).to.equal(1);
    const closed = adjustPace(open, 'dlv', createOutcome(200, 4));
    expect(isOpen(closed)).to.equal(false);
    expect(closed.probe_id).to.equal(null);
  });

  it('pauses 5 seconds before the first probe, and twice as long after each failed probe, up to 60 seconds', () => {
    let pace = repeat(firstPace, 3, (place) => createOutcome(null, place, place));
    const pauses: number[] = [];
    for (let second = 10; second < 16; second += 1) {
      pauses.push(getPauseMs(pace) / 1_000);
      pace = adjustPace(pace, 'dlv', createOutcome(null, second));
    }
    expect(pauses).to.deep.equal([5, 10, 20, 40, 60, 60]);
  });

  it('remembers the first delivery in a series of failures', () => {
    const open = repeat(firstPace, 5, (place) => createOutcome(500, place));
    expect(open.probe_id).to.equal('dlv_0');
  });
});
