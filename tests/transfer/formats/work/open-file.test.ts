import { gzipSync } from 'node:zlib';
import { openFile } from '@plotline/transfer/formats/work/open-file';
import { expect } from 'chai';
import { collect, inPieces, readFile, repeated } from '../../support/file-content.js';
import { refusedFile } from '../../support/refused-file.js';

const csv = { format: 'csv' } as const;
const text = 'name,city\nZoë “Q” €,Köln\n';
const record = { number: 2, values: { name: 'Zoë “Q” €', city: 'Köln' } };

function swapBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

describe('the encoding of a file', () => {
  const utf16 = Buffer.from(text, 'utf16le');
  const windows = Buffer.from('name,city\nZo\xeb \x93Q\x94 \x80,K\xf6ln\n', 'latin1');
  const cases: readonly (readonly [string, Buffer, string | undefined])[] = [
    ['UTF-8', Buffer.from(text), undefined],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`), undefined],
    ['UTF-16 by its byte order mark, little-endian', Buffer.from(`\uFEFF${text}`, 'utf16le'), undefined],
    ['UTF-16 by its byte order mark, big-endian', swapBytes(Buffer.from(`\uFEFF${text}`, 'utf16le')), undefined],
    ['UTF-16 by its byte order mark, whatever the charset says', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-8'],
    ['UTF-16LE by charset', utf16, 'UTF-16LE'],
    ['UTF-16BE by charset', swapBytes(utf16), 'utf-16be'],
    ['Windows-1252 by charset', windows, 'windows-1252'],
    ['Windows-1252 by the charset of Latin-1, as browsers read it', windows, 'ISO-8859-1'],
  ];
  for (const [title, bytes, charset] of cases) {
    it(`is ${title}, in any chunks`, async () => {
      for (const size of [1, 2, 3, 1000]) {
        const file = await openFile(inPieces(bytes, size), { ...csv, charset, resource: 'leads' });
        expect(await collect(file.records)).to.deep.equal([record]);
      }
    });
  }

  it('is refused if a byte is not valid UTF-8; the error names the line', async () => {
    const lines = Array.from({ length: 20_000 }, (_, place) => `Zoë ${place},\uFFFD`).join('\n');
    const bytes = Buffer.concat([Buffer.from(`name,city\n${lines}\n`), Buffer.from('Zo\xeb,x\n', 'latin1')]);
    const message = await refusedFile(() => readFile(bytes, csv));
    expect(message).to.match(/^is not UTF-8 in line 20002; it looks like windows-1252/);
    expect(await refusedFile(() => readFile(Buffer.from('a\nZo\xc3', 'latin1'), csv))).to.match(/not UTF-8 in line 2;/);
  });

  it('is refused when it is undeclared or broken UTF-16', async () => {
    expect(await refusedFile(() => readFile(Buffer.from('name\nAnn', 'utf16le'), csv))).to.match(
      /UTF-16 without a byte/,
    );
    const odd = Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x0a]);
    expect(await refusedFile(() => readFile(odd, csv))).to.match(/is not utf-16le/);
  });
});

describe('a file that is not text', () => {
  const kinds: readonly (readonly [string, Buffer, RegExp])[] = [
    ['a ZIP archive or .xlsx', Buffer.from('PK\x03\x04rest'), /send a workbook as application\/vnd\.openxml/],
    ['an .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /\.xls\)/],
    ['gzip', gzipSync(text), /compressed \(gzip\); unpack it/],
    ['bzip2', Buffer.from('BZh91AY'), /bzip2/],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), /zstd/],
    ['7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), /7z/],
    ['a PDF', Buffer.from('%PDF-1.7'), /PDF/],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), /not UTF-8|not a text file/],
  ];
  for (const [title, bytes, message] of kinds) {
    it(`is refused under any type; the error names a supported alternative: ${title}`, async () => {
      for (const format of ['csv', 'json', 'jsonl', 'xml'] as const) {
        expect(await refusedFile(() => readFile(bytes, { format }))).to.match(message);
      }
    });
  }
});

describe('a file that is sent as a workbook', () => {
  it('is refused if it is text; the error names the type to send', async () => {
    expect(await refusedFile(() => readFile(text, { format: 'xlsx' }))).to.match(
      /^is not an Excel workbook \(\.xlsx\); if it is CSV, send it as text\/csv$/,
    );
  });
});

describe('a file with more than 2,000,000 rows', () => {
  const files = [
    ['CSV, blank rows too', 'csv', 'a\n', '\n'],
    ['JSON lines, blank lines too', 'jsonl', '{"a":1}\n', '\n'],
    ['JSON', 'json', '[1', ',1'],
    ['XML', 'xml', '<leads>', '<lead/>'],
  ] as const;
  for (const [title, format, begin, unit] of files) {
    it(`is refused: ${title}`, async () => {
      const open = () => openFile(repeated(begin, unit, 3 * unit.length), { format, resource: 'leads' });
      const read = async () => {
        for await (const _record of (await open()).records);
      };
      expect(await refusedFile(read)).to.match(/^has more than 2000000 rows; split it/);
    });
  }
});
