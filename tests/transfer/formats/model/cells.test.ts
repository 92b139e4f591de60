import { guardFormula, unguardFormula } from '@plotline/kit/core/formula-guard';
import { formatList, parseList, parseUrls } from '@plotline/transfer/formats/model/list-text';
import { expect } from 'chai';

describe('a list in a cell', () => {
  it('is separated by semicolons or bars, or by commas if it has neither', () => {
    expect(parseList('sea view, east; pool ;; ')).to.deep.equal(['sea view, east', 'pool']);
    expect(parseList('a|b')).to.deep.equal(['a', 'b']);
    expect(parseList('vip, hot')).to.deep.equal(['vip', 'hot']);
    expect(parseList('[draft')).to.deep.equal(['[draft']);
  });

  it('is separated by colons in Google contacts', () => {
    expect(parseList('* myContacts ::: vip, gold')).to.deep.equal(['* myContacts', 'vip, gold']);
  });

  it('can be URLs that contain any of the separators', () => {
    const urls = ['https://x.example/w_1,h_2/a;b|c.jpg', 'HTTP://x.example/b.jpg'];
    for (const separator of [', ', ';', ' | ', '\n']) expect(parseUrls(urls.join(separator))).to.deep.equal(urls);
  });

  it('is read as URLs without the separator before each URL', () => {
    const [one, other] = ['https://x.example/a', 'https://y.example/b'];
    expect(parseUrls(`${one} ; ${other}`)).to.deep.equal([one, other]);
    expect(parseUrls(`see, ;${one}`)).to.deep.equal(['see,', one]);
    expect(parseUrls(`${one},,${other};`)).to.deep.equal([`${one},`, `${other};`]);
    expect(parseUrls(`${one}?to=${other}`)).to.deep.equal([`${one}?to=${other}`]);
  });

  it('is read as URLs in one pass, with any number of spaces', () => {
    const spaces = ' '.repeat(200_000);
    expect(parseUrls(`https://x.example/a${spaces}b`)).to.deep.equal([`https://x.example/a${spaces}b`]);
    expect(parseUrls(`a${spaces};${spaces}https://x.example/a`)).to.deep.equal(['a', 'https://x.example/a']);
  });

  it('is read back unchanged after it was written, with any content', () => {
    const lists = [
      ['vip'],
      ['vip', 'hot'],
      ['a;b', 'c'],
      ['a, b'],
      ['[x]'],
      [' a'],
      [''],
      ['a\nb'],
      ['"'],
      ['see http://x.example'],
      ['=1', '+2'],
      ['a ::: b'],
    ];
    for (const items of lists) expect(parseList(formatList(items))).to.deep.equal(items);
    const urls = ['https://x.example/a,https://y.example', 'https://x.example/;b'];
    expect(parseUrls(formatList(urls))).to.deep.equal(urls);
  });
});

describe('a cell that a spreadsheet would treat as a formula', () => {
  it('begins with an apostrophe, which an import removes', () => {
    for (const text of ['=1+1', '+351', '-1', '@x', "'=x", "''@x"]) {
      expect(guardFormula(text)).to.equal(`'${text}`);
      expect(unguardFormula(guardFormula(text))).to.equal(text);
    }
    for (const text of ['', 'a=1', "'tis", "'", 'a, =1', 'a; b=1', "5'; b", "a;' =1", 'a;\n']) {
      expect(guardFormula(text)).to.equal(text);
      expect(unguardFormula(text)).to.equal(text);
    }
  });

  it('has an apostrophe wherever a cell could start, for any separator and quoting', () => {
    const guarded: readonly (readonly [string, string])[] = [
      ["Smith;=cmd|'/C calc'!A0", "Smith;'=cmd|'/C calc'!A0"],
      ['vip; -hot; @x', "vip; '-hot; '@x"],
      ["a;'=1", "a;''=1"],
      [' =1', " '=1"],
      ['\t=1', "\t'=1"],
      ['a\t+1\r\n-1\r=1', "a\t'+1\r\n'-1\r'=1"],
      ['=1;=1', "'=1;'=1"],
      ['a;"=1;b', 'a;"\'=1;b'],
      ['"=1', '"\'=1'],
      ['a; "" =1', 'a; "" \'=1'],
      // Full-width characters. Some spreadsheets turn them into plain ones.
      ['＝1', "'＝1"],
      ['＋1', "'＋1"],
      ['－1', "'－1"],
      ['＠x', "'＠x"],
      ['a;＝1', "a;'＝1"],
    ];
    for (const [text, expected] of guarded) expect(guardFormula(text)).to.equal(expected);
  });

  it('is read back unchanged after it was written, with any text', () => {
    const characters = ['=', '＝', "'", ';', '"', ' ', '\t', '\n', '\r', 'a'];
    let texts = [''];
    for (let length = 1; length <= 5; length += 1) {
      texts = texts.flatMap((text) => characters.map((character) => text + character));
      const changed = texts.filter((text) => unguardFormula(guardFormula(text)) !== text);
      expect(changed).to.deep.equal([]);
      const evaluated = texts.filter((text) => /(^|[;\t\r\n])[ "]*[=+\-@＝＋－＠]/.test(guardFormula(text)));
      expect(evaluated).to.deep.equal([]);
    }
  });
});
