import { hash } from 'node:crypto';
import { openFile } from '@plotline/transfer/formats/work/open-file';
import { createBufferSource } from '@plotline/transfer/formats/work/open-zip';
import { expect } from 'chai';
import { collect, inPieces } from '../../support/file-content.js';
import { makeWorkbook, type WorkbookParts } from '../../support/make-workbook.js';
import { makeZip } from '../../support/make-zip.js';
import { refusedFile } from '../../support/refused-file.js';

async function readBytes(bytes: Buffer, sheet?: string) {
  const description = { format: 'xlsx', resource: 'leads', sheet } as const;
  const { columns, records } = await openFile(inPieces(bytes), description, createBufferSource(bytes));
  return { columns, records: await collect(records) };
}

function readCells(parts: WorkbookParts, sheet?: string) {
  return readBytes(makeWorkbook(parts), sheet);
}

/** Returns a cell with an inline text. */
const text = (content: string, reference = '') =>
  `<c${reference && ` r="${reference}"`} t="inlineStr"><is><t>${content}</t></is></c>`;
const row = (...cells: readonly string[]) => `<row>${cells.join('')}</row>`;
const header = row(text('a'), text('b'));

/** Reads the cells below a header, one value per row. */
async function readValues(cells: readonly string[], parts: Omit<WorkbookParts, 'sheets'> = {}) {
  const { records } = await readCells({
    ...parts,
    sheets: { S: [row(text('a')), ...cells.map((cell) => row(cell, text('x')))].join('') },
  });
  return records.map(({ values }) => values['a']);
}

describe('an Excel workbook', () => {
  it('has a record for each row of its first sheet, numbered as the sheet shows it', async () => {
    const rows = `<row r="3">${text('a', 'A3')}${text('a', 'C3')}</row><row r="4"/><row r="6">${text('Noor', 'A6')}${text('x &amp; y', 'C6')}</row><row r="9">${text('Omar', 'A9')}</row>`;
    const { columns, records } = await readCells({ sheets: { S: rows, Other: header } });
    expect(columns).to.deep.equal(['a', 'a (2)']);
    expect(records).to.deep.equal([
      { number: 6, values: { a: 'Noor', 'a (2)': 'x & y' } },
      { number: 9, values: { a: 'Omar' } },
    ]);
  });

  it('reports a row with more filled cells than the header as an invalid record', async () => {
    const { records } = await readCells({
      sheets: { S: `${header}<row>${text('x', 'D2')}</row><row>${text('far', 'XFD3')}</row>` },
    });
    expect(records.map(({ fault }) => fault)).to.have.length(2);
    for (const { fault } of records) expect(fault).to.match(/^has \d+ cells, the header has 2/);
  });

  it('contains the text of cells, whether shared, rich or escaped', async () => {
    const strings = [
      '<t>Zoë</t>',
      '<r><t>Rich </t></r><r><t>text</t></r><rPh><t>hint</t></rPh>',
      '<t>a_x000D_b_x005F_</t>',
    ];
    const cells = [
      '<c t="s"><v>1</v></c>',
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>2</v></c>',
      '<c t="str"><f>A1</f><v>result</v></c>',
    ];
    expect(await readValues(cells, { strings })).to.deep.equal(['Rich text', 'Zoë', 'a\rb_', 'result']);
  });

  it('contains plain numbers, formula results, truth values, and blanks for errors', async () => {
    const cells = [
      '<c><v>9.71501110001E11</v></c>',
      '<c><v>445000.00000000006</v></c>',
      '<c><f>1+1</f><v>2</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="e"><v>#N/A</v></c>',
    ];
    expect(await readValues(cells)).to.deep.equal(['971501110001', '445000', '2', 'true', '']);
  });

  it('contains dates in ISO 8601, according to the format of the cell', async () => {
    const formats = [0, 14, 'dd/mm/yyyy hh:mm', '"AED" #,##0'];
    const cells = [
      '<c><v>46568</v></c>',
      '<c s="1"><v>46568</v></c>',
      '<c s="2"><v>46568.395833333336</v></c>',
      '<c s="3"><v>46568</v></c>',
      '<c t="d"><v>2027-06-30</v></c>',
    ];
    expect(await readValues(cells, { formats })).to.deep.equal([
      '46568',
      '2027-06-30',
      '2027-06-30T09:30:00',
      '46568',
      '2027-06-30',
    ]);
    expect(await readValues(['<c s="1"><v>45106</v></c>'], { formats, isFrom1904: true })).to.deep.equal([
      '2027-06-30',
    ]);
  });

  it('reports an invalid record if the result of a formula was not saved', async () => {
    const { records } = await readCells({ sheets: { S: `${header}${row('<c><f>1+1</f></c>', text('x'))}` } });
    expect(records[0]?.fault).to.match(/^has a formula without its result in column 1; open the file/);
  });

  it('is read from the sheet with the given name or number, or from the first visible sheet', async () => {
    // In an object, keys that are numbers come first.
    const parts = {
      sheets: { '2027': row(text('y')), Secret: row(text('s')), Leads: row(text('l')) },
      hidden: ['Secret'],
    };
    const readColumn = async (sheet?: string) => (await readCells(parts, sheet)).columns?.[0];
    expect(await readColumn()).to.equal('y');
    expect(await readColumn('leads ')).to.equal('l');
    expect(await readColumn('2')).to.equal('l');
    expect(await readColumn('2027')).to.equal('y');
    expect(await readColumn('Secret')).to.equal('s');
    const message = 'names no sheet of the file: "Units"; its sheets are "2027", "Secret", "Leads"';
    const refusal: unknown = await readCells(parts, 'Units').catch((error: unknown) => error);
    expect(refusal).to.have.deep.property('details', [{ field: 'sheet', message }]);
  });

  it('is read from the first sheet that is not hidden', async () => {
    const parts = { sheets: { Secret: row(text('s')), Leads: row(text('l')) }, hidden: ['Secret'] };
    expect((await readCells(parts)).columns).to.deep.equal(['l']);
  });
});

describe('a hostile workbook', () => {
  const sheet = 'xl/worksheets/sheet1.xml';
  const big = Buffer.alloc(20_000_000, ' ');
  const refused: readonly (readonly [string, () => Buffer, RegExp])[] = [
    ['has no sheet', () => makeZip([{ name: 'a.txt', content: 'x' }]), /is a ZIP archive without the sheets/],
    ['is cut off', () => makeWorkbook({ sheets: { S: header } }).subarray(0, -30), /is a damaged \.xlsx file/],
    ['is empty', () => makeWorkbook({ sheets: { S: '' } }), /has no cells in its sheet/],
    [
      'has a part that is too large',
      () => makeWorkbook({ sheets: { S: header }, entries: [{ name: 'xl/styles.xml', content: big }] }),
      /has more than 16 MiB in xl\/styles\.xml/,
    ],
    [
      'has a sheet that unpacks to much more than any that people make',
      () => makeWorkbook({ sheets: { S: `${header}<row>${'<c/>'.repeat(4_500_000)}</row>` } }),
      /^unpacks to more than 100 times its size in xl\/worksheets\/sheet1\.xml; save it again/,
    ],
    [
      'has a part that is larger than its header says',
      () => makeWorkbook({ sheets: { S: header }, entries: [{ name: 'xl/styles.xml', content: big, toldSize: 100 }] }),
      /damaged/,
    ],
    [
      'has a part that is smaller than its header says',
      () =>
        makeWorkbook({ sheets: { S: header }, entries: [{ name: sheet, content: '<worksheet/>', toldSize: 5000 }] }),
      /damaged/,
    ],
    [
      'names a file twice',
      () =>
        makeWorkbook({
          sheets: { S: header },
          entries: [
            { name: 'x', content: '' },
            { name: 'X', content: '' },
          ],
        }),
      /has the file X twice/,
    ],
    [
      'has a password',
      () => makeWorkbook({ sheets: { S: header }, entries: [{ name: sheet, content: 'x', flags: 1 }] }),
      /protected by a password/,
    ],
    [
      'has a DTD',
      () =>
        makeWorkbook({
          sheets: { S: header },
          entries: [{ name: sheet, content: '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>' }],
        }),
      /DOCTYPE/,
    ],
    [
      'refers to a text that is missing',
      () => makeWorkbook({ sheets: { S: row('<c t="s"><v>7</v></c>') }, strings: ['<t>a</t>'] }),
      /refers to a text that is missing/,
    ],
    [
      'has its rows in disorder',
      () => makeWorkbook({ sheets: { S: `<row r="5">${text('a')}</row><row r="5">${text('b')}</row>` } }),
      /row 5 is followed by row 5/,
    ],
    [
      'has a row of too many characters',
      () =>
        makeWorkbook({
          sheets: { S: `${header}${row(...Array.from({ length: 60 }, () => '<c t="s"><v>0</v></c>'))}` },
          strings: [`<t>${'x'.repeat(20_000)}</t>`],
        }),
      /more than 1048576 characters in row 2/,
    ],
    [
      'has a row of too many cells',
      () => makeWorkbook({ sheets: { S: row(...Array.from({ length: 1100 }, () => text('a', 'A1'))) } }),
      /too many cells in row 1/,
    ],
    [
      'has elements that are nested too deeply',
      () => makeWorkbook({ sheets: { S: `${'<x>'.repeat(40)}${'</x>'.repeat(40)}` } }),
      /more than 32 levels deep/,
    ],
  ];
  for (const [title, make, message] of refused) {
    it(`is refused when it ${title}`, async () => {
      expect(await refusedFile(() => readBytes(make()))).to.match(message);
    });
  }

  it('is read, or refused, in bounded time when its entries overlap', async () => {
    const entries = Array.from({ length: 9_000 }, (_, place) => ({ name: `x${place}`, content: '', overlaps: 0 }));
    const { records } = await readBytes(makeWorkbook({ sheets: { S: `${header}${row(text('1'))}` }, entries }));
    expect(records).to.have.length(1);
    const more = Array.from({ length: 10_001 }, (_, place) => ({ name: `x${place}`, content: '', overlaps: 0 }));
    expect(await refusedFile(() => readBytes(makeWorkbook({ sheets: { S: header }, entries: more })))).to.match(
      /more than 10000 files/,
    );
  });

  it('is read only as far as its records are requested', async () => {
    const rows = Array.from({ length: 100_000 }, (_, place) => row(text('Noor'), text(hash('sha1', String(place)))));
    const bytes = makeWorkbook({ sheets: { S: `${header}${rows.join('')}` } });
    const source = createBufferSource(bytes);
    let read = 0;
    const measured = {
      size: source.size,
      read: async function* (range: { readonly start: number; readonly end: number }) {
        for (let start = range.start; start <= range.end; start += 1024) {
          const end = Math.min(range.end, start + 1023);
          read += end - start + 1;
          yield* source.read({ start, end });
        }
      },
    };
    const { records } = await openFile(inPieces(bytes), { format: 'xlsx', resource: 'leads' }, measured);
    await records.next();
    await records.return(undefined);
    expect(read).to.be.below(bytes.length / 4);
  });
});
