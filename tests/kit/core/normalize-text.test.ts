import { normalizeText } from '@plotline/kit/core/normalize-text';
import { expect } from 'chai';

describe('normalizeText', () => {
  it('returns the same text for any case and composition of a letter, and when applied again', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      // Unassigned code points, six of seven, have neither case nor composition.
      if (/\p{Cn}|\p{Co}/u.test(letter)) continue;
      const normalized = normalizeText(letter);
      const forms = [
        letter.toUpperCase(),
        letter.toLowerCase(),
        letter.normalize('NFC'),
        letter.normalize('NFD'),
        normalized,
      ];
      const other = forms.find((form) => normalizeText(form) !== normalized);
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
    it(`gives the same text for ${one} and ${other}`, () => expect(normalizeText(one)).to.equal(normalizeText(other)));
  }

  it('keeps every part of a text searchable, including the end of a Greek word', () => {
    for (const part of ['ΓΙΏΡΓΟΣ', 'ΓΙΏΡΓΟΣΑ', 'Σ']) expect(normalizeText('Γιώργοσα')).to.include(normalizeText(part));
    expect(normalizeText('Weißenburg')).to.include(normalizeText('weis')).and.to.include(normalizeText('EISSEN'));
  });

  it('distinguishes letters with and without an accent', () => {
    expect(normalizeText('Núñez')).to.not.equal(normalizeText('Nunez'));
  });
});
