import { formatAmount } from '@plotline/kit/core/format-amount';
import { expect } from 'chai';

describe('formatAmount', () => {
  for (const [amount, currency, text] of [
    [1_250_000, 'AED', 'AED 1,250,000.00'],
    [0.5, 'USD', 'USD 0.50'],
    [500, 'JPY', 'JPY 500'],
    [1.234, 'KWD', 'KWD 1.234'],
  ] as const) {
    it(`writes ${text}`, () => expect(formatAmount(amount, currency)).to.equal(text));
  }
});
