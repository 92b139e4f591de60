import { toTextRuns } from '@plotline/kit/pdf/text-runs';
import { expect } from 'chai';

const show = (text: string) => toTextRuns(text).map(({ text: part, font }) => [font, part]);

describe('toTextRuns', () => {
  it('keeps a text in one run', () => {
    expect(show(' Łucja\u200f\n(A-101) ')).to.deep.equal([['Latin', 'Łucja (A-101)']]);
    expect(show('')).to.deep.equal([]);
  });

  it('sets Arabic words from right to left in the Arabic font', () => {
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
