import { normalizeText } from '@plotline/kit/core/normalize-text';
import { expect } from 'chai';

describe('normalizeText', () => {
  it('returns the same text for any case and composition of a letter, and is idempotent', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      // Skips unassigned code points, which are six of seven. They have neither case nor composition.
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
    ['José Peña', 'JOSE PENA'],
    ['Łukasz Müller', 'lukasz muller'],
    ['Søren Ægir Þór', 'soren aegir thor'],
    ['Đặng Việt', 'dang viet'],
    ['Ёлкин', 'елкин'],
    ['أحمد إبراهيم آدم', 'احمد ابراهيم ادم'],
    ['فاطمة', 'فاطمه'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['ليلى', 'ليلي'],
    ['مؤمن رائد علاء', 'مومن رايد علا'],
    ['کریم', 'كريم'],
    ['\ufee3\ufea4\ufee4\ufeaa', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['\uff2a\uff4f\uff53\uff45\u3000\uff11\uff12', 'jose 12'],
    ['\uff83\uff9e\uff7a', 'デコ'],
    ['٠٩١٢ ۹۱۲', '0912 912'],
    [' Jose \u00a0\u2003 Pena\u200b\t', 'jose pena'],
    ['O\u2019Brien\u2013Smith', "o'brien-smith"],
    ['\u202aNoor\u202c', 'noor'],
  ];
  for (const [one, other] of same) {
    it(`returns the same text for ${one} and ${other}`, () =>
      expect(normalizeText(one)).to.equal(normalizeText(other)));
  }

  it('keeps every part of a text searchable, including the end of a Greek word', () => {
    for (const part of ['ΓΙΏΡΓΟΣ', 'ΓΙΏΡΓΟΣΑ', 'Σ']) expect(normalizeText('Γιώργοσα')).to.include(normalizeText(part));
    expect(normalizeText('Weißenburg')).to.include(normalizeText('weis')).and.to.include(normalizeText('EISSEN'));
  });

  it('keeps marks that are vowels or that form a different letter', () => {
    for (const [one, other] of [
      ['कि', 'कु'],
      ['ที่', 'ท'],
      ['ガ', 'カ'],
      ['김', '기'],
    ] as const) {
      expect(normalizeText(one)).to.not.equal(normalizeText(other));
    }
  });
});
