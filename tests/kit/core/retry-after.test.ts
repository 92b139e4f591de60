import { parseRetryAfter } from '@plotline/kit/core/time';
import { expect } from 'chai';

const now = new Date('2026-03-01T09:30:00.000Z');

describe('parseRetryAfter', () => {
  for (const [value, delayMs] of [
    [undefined, 0],
    ['', 0],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Sun, 01 Mar 2026 09:31:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 09:29:00 GMT', 0],
    ['-5', 0],
    ['soon', 0],
  ] as const) {
    it(`reads ${JSON.stringify(value) ?? 'no header'} as ${delayMs} ms`, () => {
      expect(parseRetryAfter(value, now)).to.equal(delayMs);
    });
  }
});
