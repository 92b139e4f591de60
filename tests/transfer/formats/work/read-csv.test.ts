import { openFile } from '@plotline/transfer/formats/work/open-file';
import { expect } from 'chai';
import { collect, inPieces, readFile, repeated } from '../../support/file-content.js';
import { refusedFile } from '../../support/refused-file.js';

const csv = { format: 'csv' } as const;

describe('a CSV file', () => {
  for (const [name, separator] of [
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
  ] as const) {
    it(`gets its separator detected: ${name}`, async () => {
      const file = await readFile(`name${separator}"e,;|mail"\nAnn${separator}ann@example.com\n`, csv);
      expect(file.separator).to.equal(separator);
      expect(file.columns).to.deep.equal(['name', 'e,;|mail']);
      expect(file.records).to.deep.equal([{ number: 2, values: { name: 'Ann', 'e,;|mail': 'ann@example.com' } }]);
    });
  }

  it('is read with the given separator, whatever its header contains', async () => {
    const file = await readFile('a,b;c\n1,2;3', { ...csv, separator: ';' });
    expect(file.records).to.deep.equal([{ number: 2, values: { 'a,b': '1,2', c: '3' } }]);
  });

  it('is read the same in any chunks and with every kind of line break', async () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const text = ['name,notes', '"Ann ""A"" Lee","two\nlines, one cell"', 'Zoë,€'].join(lineBreak);
      for (const size of [1, 2, 3, 7]) {
        const { records } = await openFile(inPieces(text, size), { ...csv, resource: 'leads' });
        expect(await collect(records)).to.deep.equal([
          { number: 2, values: { name: 'Ann "A" Lee', notes: 'two\nlines, one cell' } },
          { number: 3, values: { name: 'Zoë', notes: '€' } },
        ]);
      }
    }
  });

  it('numbers its rows like a spreadsheet, and skips blank rows', async () => {
    for (const size of [1, 65_536]) {
      const text = '\n\na,b\n\n,\n1,2\n ,\n"two\n\nlines",\r\n\r\n3,4\n,\n';
      const { records } = await openFile(inPieces(text, size), { ...csv, resource: 'leads' });
      expect((await collect(records)).map(({ number, values }) => [number, values['a']])).to.deep.equal([
        [6, '1'],
        [8, 'two\n\nlines'],
        [10, '3'],
      ]);
    }
  });

  it('can declare its separator in a line above the header, which does not count as a row', async () => {
    for (const line of ['sep=;\n', 'SEP=;\r\n', '"sep=;"\r']) {
      for (const size of [1, 65_536]) {
        const text = `${line}a,b,c;d\n1;2\n`;
        const { separator, columns, records } = await openFile(inPieces(text, size), { ...csv, resource: 'leads' });
        expect([separator, columns]).to.deep.equal([';', ['a,b,c', 'd']]);
        expect(await collect(records)).to.deep.equal([{ number: 2, values: { 'a,b,c': '1', d: '2' } }]);
      }
    }
    const { columns } = await readFile('sep=;\na,b\n1,2\n', { ...csv, separator: ',' });
    expect(columns, 'the given separator wins').to.deep.equal(['a', 'b']);
  });

  it('can have spaces around its cells and their quotes', async () => {
    const { columns, records } = await readFile('a, "b, c" , d\n 1 , "x, ""y""" ,"z" \n', csv);
    expect(columns).to.deep.equal(['a', 'b, c', 'd']);
    expect(records[0]?.values).to.deep.equal({ a: '1 ', 'b, c': 'x, "y"', d: 'z' });
  });

  it('keeps columns with the same name apart', async () => {
    const { columns, records } = await readFile('Phone,Phone,Phone (2),Phone\n1,2,3,4\n', csv);
    expect(columns).to.deep.equal(['Phone', 'Phone (3)', 'Phone (2)', 'Phone (4)']);
    expect(Object.values(records[0]?.values ?? {})).to.deep.equal(['1', '2', '3', '4']);
  });

  it('ignores columns without a name', async () => {
    const { columns, records } = await readFile('a,,b,\n1,x,2,\n', csv);
    expect(columns).to.deep.equal(['a', 'b']);
    expect(records).to.deep.equal([{ number: 2, values: { a: '1', b: '2' } }]);
  });

  it('can have rows that are shorter than the header, and blank cells beyond the header', async () => {
    const { records } = await readFile('a,b\n1\n1,2, ,\n', csv);
    expect(records).to.deep.equal([
      { number: 2, values: { a: '1' } },
      { number: 3, values: { a: '1', b: '2' } },
    ]);
  });

  it('reports a row with more filled cells than the header as an invalid record, and is read to its end', async () => {
    const { records } = await readFile('a,b\n1,2,,4,\n1,2\n', csv);
    expect(records.map(({ fault }) => fault)).to.deep.equal([
      'has 4 cells, the header has 2; put quotes around a cell that contains the separator',
      undefined,
    ]);
    expect(records[0]?.values).to.deep.equal({ a: '1', b: '2' });
  });

  it('reports a row with an overlong cell as an invalid record', async () => {
    const { records } = await readFile(`a,b\n1,${'x'.repeat(20_001)}\n1,${'x'.repeat(20_000)}\n`, csv);
    expect(records.map(({ fault }) => fault)).to.deep.equal([
      'has more than 20000 characters in the column b',
      undefined,
    ]);
  });

  it('can have quotes within a cell', async () => {
    const { records } = await readFile('a,b\n5" pipe,The "Ann" Lee\n', csv);
    expect(records[0]?.values).to.deep.equal({ a: '5" pipe', b: 'The "Ann" Lee' });
  });

  it('loses one apostrophe before a formula', async () => {
    const { records } = await readFile(`a,b,c,d\n'+351 910,''=x,'tis,vip; '-hot\n`, csv);
    expect(records[0]?.values).to.deep.equal({ a: '+351 910', b: "'=x", c: "'tis", d: 'vip; -hot' });
  });

  it('cannot set the prototype of a record', async () => {
    const { records } = await readFile('__proto__,a\nx,1\n', csv);
    expect(Object.getPrototypeOf(records[0]?.values)).to.equal(Object.prototype);
    expect(Object.keys(records[0]?.values ?? {})).to.deep.equal(['__proto__', 'a']);
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['is empty', '', /^is empty$/],
    ['has no header', '\n\n', /must begin with a row of column names/],
    ['names an unknown separator', 'sep=:\na:b\n', /the separator ":" in its first line: use a comma, ; \| or a tab/],
    ['has a column after a thousand blank ones', `a${','.repeat(1000)}b\n`, /more than 200 columns/],
    ['has 201 columns', Array.from({ length: 201 }, (_, place) => `c${place}`).join(), /more than 200 columns/],
    ['ends within quotes', 'a,b\n1,2\n1,"2\n3,4\n', /has a quote in row 3 that is not closed/],
  ];
  for (const [title, text, message] of refused) {
    it(`is refused when it ${title}`, async () => {
      expect(await refusedFile(() => readFile(text, csv))).to.match(message);
    });
  }

  it('is refused as soon as a record is too long', async () => {
    let pieces = 0;
    async function* endless(begin: string, unit: string) {
      for await (const piece of repeated(begin, unit, 200)) {
        pieces += 1;
        yield piece;
      }
    }
    for (const [begin, unit] of [
      ['a,b\n', 'x'],
      ['a,b\n"', 'x,y\n'],
      ['a,b\n', ','],
      ['', ','],
      ['', 'x'],
    ] as const) {
      pieces = 0;
      expect(await refusedFile(() => readFile(endless(begin, unit), csv))).to.match(
        /^has (more than 1048576|too many)/,
      );
      expect(pieces).to.be.below(60);
    }
  });
});
