import { retryAfterMs } from '@plotline/webhook/domain/retry-after';
import { expect } from 'chai';

const now = new Date('2026-03-01T09:30:00.000Z');

describe('Retry-After', () => {
  for (const [value, wait] of [
    [undefined, 0],
    ['', 0],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Sun, 01 Mar 2026 09:31:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 09:29:00 GMT', 0],
    ['-5', 0],
    ['soon', 0],
  ] as const) {
    it(`of ${JSON.stringify(value) ?? 'nothing'} asks for ${wait} ms`, () => {
      expect(retryAfterMs(value, now)).to.equal(wait);
    });
  }
});
