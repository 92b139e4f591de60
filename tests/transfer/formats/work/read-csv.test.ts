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
  ] as const) {
    it(`has its separator detected: ${name}`, async () => {
      const file = await readFile(`name${separator}"e,;mail"\nAnn${separator}ann@example.com\n`, csv);
      expect(file.separator).to.equal(separator);
      expect(file.columns).to.deep.equal(['name', 'e,;mail']);
      expect(file.records).to.deep.equal([{ number: 1, values: { name: 'Ann', 'e,;mail': 'ann@example.com' } }]);
    });
  }

  it('is read with the given separator, whatever the header', async () => {
    const file = await readFile('a,b;c\n1,2;3', { ...csv, separator: ';' });
    expect(file.records).to.deep.equal([{ number: 1, values: { 'a,b': '1,2', c: '3' } }]);
  });

  it('is the same in any chunks, with each kind of line break', async () => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const text = ['name,notes', '"Ann ""A"" Lee","two\nlines, one cell"', 'Zoë,€'].join(lineBreak);
      for (const size of [1, 2, 3, 7]) {
        const { records } = await openFile(inPieces(text, size), { ...csv, resource: 'leads' });
        expect(await collect(records)).to.deep.equal([
          { number: 1, values: { name: 'Ann "A" Lee', notes: 'two\nlines, one cell' } },
          { number: 2, values: { name: 'Zoë', notes: '€' } },
        ]);
      }
    }
  });

  it('does not count blank lines and rows of empty cells as records', async () => {
    const { records } = await readFile('a,b\n\n,\n1,2\n,,\n\n3,4\n,\n', csv);
    expect(records.map(({ number, values }) => [number, values['a']])).to.deep.equal([
      [1, '1'],
      [2, '3'],
    ]);
  });

  it('ignores columns without a name', async () => {
    const { columns, records } = await readFile('a,,b,\n1,x,2,\n', csv);
    expect(columns).to.deep.equal(['a', 'b']);
    expect(records).to.deep.equal([{ number: 1, values: { a: '1', b: '2' } }]);
  });

  it('has a faulty record, and is read further, when a row has another number of cells than the header', async () => {
    const { records } = await readFile('a,b\n1\n1,2,3\n1,2,\n1,2\n', csv);
    expect(records.map(({ fault }) => fault)).to.deep.equal([
      'has 1 cells, the header has 2',
      'has 3 cells, the header has 2',
      undefined,
      undefined,
    ]);
    expect(records[0]?.values).to.deep.equal({ a: '1' });
  });

  it('has a faulty record when a cell is too long', async () => {
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

  it('removes the apostrophe before a formula once', async () => {
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
    ['names a column twice', 'email,name, email \n', /the column "email" more than once/],
    ['has 201 columns', Array.from({ length: 201 }, (_, place) => `c${place}`).join(), /more than 200 columns/],
    ['ends within quotes', 'a,b\n1,2\n1,"2\n3,4\n', /has a quote in record 2 that is not closed/],
  ];
  for (const [title, text, message] of refused) {
    it(`is refused when it ${title}`, async () => {
      expect(await refusedFile(() => readFile(text, csv))).to.match(message);
    });
  }

  it('is refused early when a record does not end', async () => {
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
