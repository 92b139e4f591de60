import { parseDecimal, roundDecimal } from '@plotline/pipeline/domain/money';
import { expect } from 'chai';

describe('a decimal', () => {
  for (const [value, digits, scale] of [
    [1.005, 1005n, 3],
    [-0.5, -5n, 1],
    [450_000, 450_000n, 0],
    [1e21, 1n, -21],
    [2.5e-7, 25n, 8],
  ] as const) {
    it(`of ${value} is what was written`, () => expect(parseDecimal(value)).to.deep.equal({ digits, scale }));
  }

  for (const [value, places, rounded] of [
    [0.1 + 0.2, 2, 0.3],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [0.5, 0, 1],
    [0.4999, 0, 0],
    [1e21, 2, 1e21],
  ] as const) {
    it(`of ${value} with ${places} places is ${rounded}, half away from zero`, () =>
      expect(roundDecimal(parseDecimal(value), places)).to.equal(rounded));
  }
});
