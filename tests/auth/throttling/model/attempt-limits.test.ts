import { type AttemptCounts, findBlockedUntil, findExceeded } from '@plotline/auth/throttling/model/attempt-limits';
import { expect } from 'chai';

const addressReset = new Date('2026-01-01T00:10:00Z');
const accountReset = new Date('2026-01-01T00:12:00Z');
const pairReset = new Date('2026-01-01T00:14:00Z');

const counts = (address: number, account: number, pair: number): AttemptCounts => ({
  address: { failures: address, resetAt: addressReset },
  account: { failures: account, resetAt: accountReset },
  pair: { failures: pair, resetAt: pairReset },
});

describe('findBlockedUntil', () => {
  const cases: readonly (readonly [string, AttemptCounts, Date | null])[] = [
    ['lets the first attempt through', counts(0, 0, 0), null],
    ['lets 99 failures of an address through', counts(99, 9, 9), null],
    ['shuts an address after 100, at every account that has failures', counts(100, 1, 0), addressReset],
    ['lets an account without failures through, from wherever', counts(1_000, 0, 0), null],
    ['lets an address through that did not fail at an account that others failed at', counts(5, 100, 0), null],
    ['lets it through after two failures there', counts(2, 100, 2), null],
    ['shuts it after three, until the first of both windows is over', counts(3, 100, 3), accountReset],
  ];
  for (const [title, state, expected] of cases) {
    it(title, () => expect(findBlockedUntil(state)).to.deep.equal(expected));
  }
});

describe('findExceeded', () => {
  it('reports too many failures after the tenth for an account or the hundredth for an address', () => {
    expect(findExceeded(counts(100, 10, 10))).to.equal(null);
    expect(findExceeded(counts(101, 1, 1))).to.equal(addressReset);
    expect(findExceeded(counts(1, 11, 1))).to.equal(accountReset);
  });
});
