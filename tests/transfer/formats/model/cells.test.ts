import { guardFormula, unguardFormula } from '@plotline/transfer/formats/model/formula-guard';
import { formatList, parseList, parseUrls } from '@plotline/transfer/formats/model/list-text';
import { parseDate, parseDateTime } from '@plotline/transfer/formats/model/parse-date';
import { formatNumber, parseNumber } from '@plotline/transfer/formats/model/parse-number';
import { expect } from 'chai';

const amount = { minimum: 0, maximum: 1e15 };

describe('a number in a cell', () => {
  const values: readonly (readonly [string, number])[] = [
    ['1234', 1234],
    ['1234.5', 1234.5],
    ['1234,5', 1234.5],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1 234 567,89', 1_234_567.89],
    ['1\u00A0234.5', 1234.5],
    ["1'234.50", 1234.5],
    ['1234,567', 1234.567],
    ['0.500', 0.5],
    ['1.2340', 1.234],
    ['1e3', 1000],
    ['-5', -5],
    ['+5', 5],
  ];
  for (const [text, value] of values) {
    it(`is read: ${text}`, () => expect(parseNumber(text, amount)).to.deep.equal({ value }));
  }

  it('is a fault when it is ambiguous within the limits of its field', () => {
    expect(parseNumber('1.234', amount)).to.deep.equal({ fault: 'may be 1234 or 1.234: write 1234, or 1.2340' });
    expect(parseNumber('250,000', amount)).to.deep.equal({ fault: 'may be 250000 or 250: write 250000, or 250.0000' });
    expect(parseNumber('25.081', { minimum: -90, maximum: 90 })).to.deep.equal({ value: 25.081 });
    expect(parseNumber('-25,081', { minimum: -90, maximum: 90 })).to.deep.equal({ value: -25.081 });
  });

  for (const text of [
    '',
    'abc',
    '1.2.3',
    '12,34,567',
    '1,234.5.6',
    '€ 5',
    '5 %',
    '0x10',
    'Infinity',
    'NaN',
    '1,,2',
    '--1',
  ]) {
    it(`is a fault: ${JSON.stringify(text)}`, () => {
      expect(parseNumber(text, amount).fault).to.equal('must be a number such as 1234.56, without currency or unit');
    });
  }

  it('is a fault when it is larger than a number can be', () => {
    for (const text of ['1e999', '-1e999', '9'.repeat(400), `1${',000'.repeat(150)}`]) {
      expect(parseNumber(text, amount)).to.deep.equal({ fault: 'is too large a number' });
    }
  });

  it('is read unchanged after it was written', () => {
    for (const value of [0, 1, -1, 1.5, 1.234, 12.345, 999.999, 1234.567, 0.125, 1e15, 1e21, 1e-7, 0.1 + 0.2]) {
      expect(parseNumber(formatNumber(value), amount)).to.deep.equal({ value });
    }
  });
});

describe('a date in a cell', () => {
  const days: readonly (readonly [string, string])[] = [
    ['2027-06-30', '2027-06-30'],
    ['2027/6/3', '2027-06-03'],
    ['03.06.2027', '2027-06-03'],
    ['30/06/2027', '2027-06-30'],
    ['06/30/2027', '2027-06-30'],
    ['05/05/2027', '2027-05-05'],
    ['0001-01-01', '0001-01-01'],
    ['31.12.0099', '0099-12-31'],
  ];
  for (const [text, day] of days) it(`is read: ${text}`, () => expect(parseDate(text)).to.deep.equal({ value: day }));

  it('is a fault when day and month can be exchanged, when the day does not exist, and when it is not a date', () => {
    expect(parseDate('03/04/2027').fault).to.match(/is ambiguous/);
    expect(parseDate('2027-02-29').fault).to.equal('is not a valid date');
    expect(parseDate('31.04.2027').fault).to.equal('is not a valid date');
    for (const text of ['', 'tomorrow', '46203', '2027-06', '2027-06/30'])
      expect(parseDate(text).fault).to.match(/must be/);
  });

  const instants: readonly (readonly [string, string])[] = [
    ['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30+02:00', '2026-03-01T07:30:00.000Z'],
    ['2026-03-01 9:30', '2026-03-01T09:30:00.000Z'],
    ['01.03.2026 09:30:15', '2026-03-01T09:30:15.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ];
  for (const [text, instant] of instants) {
    it(`is read with its time: ${text}`, () => expect(parseDateTime(text)).to.deep.equal({ value: instant }));
  }

  it('is a fault with a time that does not exist', () => {
    for (const text of ['2026-03-01 25:00', '2026-03-01T09', 'x 09:30', '2026-02-30 09:30', '9999-12-31 23:00-02:00']) {
      expect(parseDateTime(text).fault).to.be.a('string');
    }
  });
});

describe('a list in a cell', () => {
  it('is separated by semicolons or bars, else by commas', () => {
    expect(parseList('sea view, east; pool ;; ')).to.deep.equal(['sea view, east', 'pool']);
    expect(parseList('a|b')).to.deep.equal(['a', 'b']);
    expect(parseList('vip, hot')).to.deep.equal(['vip', 'hot']);
    expect(parseList('[draft')).to.deep.equal(['[draft']);
  });

  it('can be URLs that contain any of the separators', () => {
    const urls = ['https://x.example/w_1,h_2/a;b|c.jpg', 'HTTP://x.example/b.jpg'];
    for (const separator of [', ', ';', ' | ', '\n']) expect(parseUrls(urls.join(separator))).to.deep.equal(urls);
  });

  it('is read as URLs without the separator before each of them', () => {
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

  it('is read unchanged after it was written, with any content', () => {
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
    ];
    for (const items of lists) expect(parseList(formatList(items))).to.deep.equal(items);
    const urls = ['https://x.example/a,https://y.example', 'https://x.example/;b'];
    expect(parseUrls(formatList(urls))).to.deep.equal(urls);
  });
});

describe('a cell that a spreadsheet would treat as a formula', () => {
  it('begins with an apostrophe, which is removed on import', () => {
    for (const text of ['=1+1', '+351', '-1', '@x', "'=x", "''@x"]) {
      expect(guardFormula(text)).to.equal(`'${text}`);
      expect(unguardFormula(guardFormula(text))).to.equal(text);
    }
    for (const text of ['', 'a=1', "'tis", "'", 'a, =1', 'a; b=1', "5'; b", "a;' =1", 'a;\n']) {
      expect(guardFormula(text)).to.equal(text);
      expect(unguardFormula(text)).to.equal(text);
    }
  });

  it('has the apostrophe at every possible start of a cell, with any separator and quoting', () => {
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
      // Full-width characters, which some spreadsheets turn into plain ones.
      ['＝1', "'＝1"],
      ['＋1', "'＋1"],
      ['－1', "'－1"],
      ['＠x', "'＠x"],
      ['a;＝1', "a;'＝1"],
    ];
    for (const [text, expected] of guarded) expect(guardFormula(text)).to.equal(expected);
  });

  it('is read unchanged after it was written, with any text', () => {
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
