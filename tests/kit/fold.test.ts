import { fold } from '@plotline/kit/fold';
import { expect } from 'chai';

describe('a text as it is compared', () => {
  it('is the same whatever the case and the composition of each letter, and folded again', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      const folded = fold(letter);
      const forms = [
        letter.toUpperCase(),
        letter.toLowerCase(),
        letter.normalize('NFC'),
        letter.normalize('NFD'),
        folded,
      ];
      const other = forms.find((form) => fold(form) !== folded);
      if (other !== undefined) expect.fail(`${letter} (${code.toString(16)}) and ${other} differ`);
    }
  });

  const same: readonly (readonly [string, string])[] = [
    ['Straße', 'STRASSE'],
    ['GROẞ', 'groß'],
    ['\ufb01nch', 'FINCH'],
    ['ΓΙΏΡΓΟΣ', 'γιώργος'],
    ['Jose\u0301', 'JOSÉ'],
    ['İbrahim', 'ibrahim'],
    ['Yıldız', 'YILDIZ'],
    ['J\u030cana', '\u01f0ANA'],
  ];
  for (const [one, other] of same) {
    it(`is the same for ${one} and ${other}`, () => expect(fold(one)).to.equal(fold(other)));
  }

  it('has in it every part of it, the end of a Greek word too', () => {
    for (const part of ['ΓΙΏΡΓΟΣ', 'ΓΙΏΡΓΟΣΑ', 'Σ']) expect(fold('Γιώργοσα')).to.include(fold(part));
    expect(fold('Weißenburg')).to.include(fold('weis')).and.to.include(fold('EISSEN'));
  });

  it('keeps letters with an accent apart from those without', () => {
    expect(fold('Núñez')).not.to.equal(fold('Nunez'));
  });
});
