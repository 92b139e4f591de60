import { formatAmount } from '@plotline/pipeline/documents/model/format-amount';
import { toTextRuns } from '@plotline/pipeline/documents/model/text-runs';
import { expect } from 'chai';

const show = (text: string) => toTextRuns(text).map(({ text: part, font }) => [font, part]);

describe('toTextRuns', () => {
  it('keeps a text in one run', () => {
    expect(show(' Łucja\u200f\n(A-101) ')).to.deep.equal([['Latin', 'Łucja (A-101)']]);
    expect(show('')).to.deep.equal([]);
  });

  it('sets Arabic words from right to left, each in its own family', () => {
    expect(show('Mr أحمد علي 12')).to.deep.equal([
      ['Latin', 'Mr '],
      ['Arabic', 'علي'],
      ['Latin', ' '],
      ['Arabic', 'أحمد'],
      ['Latin', ' 12'],
    ]);
    expect(show('(علي)')).to.deep.equal([
      ['Latin', '('],
      ['Arabic', 'علي'],
      ['Latin', ')'],
    ]);
  });
});

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
