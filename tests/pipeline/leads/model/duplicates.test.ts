import { extractDigits } from '@plotline/pipeline/leads/model/duplicates';
import { expect } from 'chai';

describe('extractDigits', () => {
  it('removes all other characters', () => {
    expect(extractDigits('+351 (910) 234-567 ext. 8')).to.equal('3519102345678');
    expect(extractDigits('none')).to.equal('');
    expect(extractDigits(null)).to.equal('');
  });

  for (const script of [
    'arab',
    'arabext',
    'beng',
    'deva',
    'fullwide',
    'gujr',
    'khmr',
    'mathsans',
    'mymr',
    'thai',
    'tibt',
  ]) {
    it(`reads digits in the script ${script}`, () => {
      const written = new Intl.NumberFormat('en', { numberingSystem: script, useGrouping: false }).format(
        9_876_543_210,
      );
      expect(written).to.not.match(/[0-9]/);
      expect(extractDigits(`+${written} 12`)).to.equal('987654321012');
    });
  }

  it('reads the ten digits in every script', () => {
    let row = 0;
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const isDigit = /\p{Nd}/u.test(String.fromCodePoint(code));
      if (!isDigit && row % 10 !== 0) expect.fail(`a row of ${row} digits before ${code.toString(16)}`);
      row = isDigit ? row + 1 : 0;
    }
  });
});
