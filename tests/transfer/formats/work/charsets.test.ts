import { openFile } from '@plotline/transfer/formats/work/open-file';
import { expect } from 'chai';
import { collect, inPieces, readFile } from '../../support/file-content.js';
import { refusedFile } from '../../support/refused-file.js';

const csv = { format: 'csv', resource: 'leads' } as const;

/** Names as speakers of that language write them, in hexadecimal. */
const names: readonly (readonly [charset: string, bytes: string, name: string])[] = [
  ['windows-1252', '4a6f73e92047617263ed61204dfc6c6c6572', 'José García Müller'],
  ['windows-1250', 'a3756b61737a2057699c6e696577736b69', 'Łukasz Wiśniewski'],
  ['windows-1251', 'c8e2e0ed20cfe5f2f0eee2', 'Иван Петров'],
  ['koi8-r', 'e9d7c1ce20f0c5d4d2cfd7', 'Иван Петров'],
  ['ibm866', '88a2a0ad208fa5e2e0aea2', 'Иван Петров'],
  ['windows-1253', 'c3e9fef1e3eff2', 'Γιώργος'],
  ['windows-1254', 'defc6b72fc2059fd6c64fd7a', 'Şükrü Yıldız'],
  ['windows-1255', 'e3e5e320ebe4ef', 'דוד כהן'],
  ['windows-1256', 'e4e6d120cdcfc7cf', 'نور حداد'],
  ['windows-874', 'cac1aad2c220e3a8b4d5', 'สมชาย ใจดี'],
  ['gb18030', 'cdf5d0a1c3f7', '王小明'],
  ['big5', 'b3afa46aa4e5', '陳大文'],
  ['shift_jis', '8e52936391be9859', '山田太郎'],
  ['euc-jp', 'bbb3c5c4a4bfa4eda4a6', '山田たろう'],
  ['euc-kr', 'b1e8c3b6bcf6', '김철수'],
];

function toFile(bytes: string): Buffer {
  return Buffer.concat([Buffer.from('name,email\n'), Buffer.from(bytes, 'hex'), Buffer.from(',a@b.example\n')]);
}

describe('the charset of a file', () => {
  const others = [
    ['iso-8859-16', 'de657065ba', 'Țepeș'],
    ['macintosh', '4d9f6c6c6572', 'Müller'],
  ] as const;
  for (const [charset, bytes, name] of [...names, ...others]) {
    it(`can be ${charset} when declared, in any chunks`, async () => {
      for (const size of [1, 2, 3, 1000]) {
        const file = await openFile(inPieces(toFile(bytes), size), { ...csv, charset });
        expect(await collect(file.records)).to.deep.equal([{ number: 2, values: { name, email: 'a@b.example' } }]);
      }
    });
  }

  for (const [charset, bytes] of names) {
    it(`is suggested in the error as ${charset} if it is not declared, but never assumed`, async () => {
      const message = await refusedFile(() => readFile(toFile(bytes), csv));
      expect(message).to.match(/^is not UTF-8 in line 2; it looks like .+: send it as "text\/csv; charset=.+"/);
      expect(message).to.include(charset);
    });
  }

  it('can be declared with any label from the Encoding Standard, even in capitals', async () => {
    for (const charset of ['CP1251', 'x-cp1251', 'Windows-1251', ' windows-1251 ']) {
      const { records } = await readFile(toFile('c8e2e0ed'), { ...csv, charset });
      expect(records[0]?.values['name']).to.equal('Иван');
    }
  });

  it('is refused if it is declared with a name that is not a label, or with a label that the standard has dropped', async () => {
    for (const charset of ['klingon', 'hz-gb-2312', 'utf-7']) {
      expect(await refusedFile(() => readFile('name\nAnn\n', { ...csv, charset }))).to.match(
        /^has a charset that is not supported: ".+"; use a name such as utf-8/,
      );
    }
  });

  it('is refused if bytes are invalid in the declared charset; the error names the line', async () => {
    const bytes = Buffer.concat([Buffer.from('name\nAnn\nBo\n'), Buffer.from([0xff, 0xff])]);
    expect(await refusedFile(() => readFile(bytes, { ...csv, charset: 'shift_jis' }))).to.match(
      /^is not shift_jis after line 1; name its true charset/,
    );
  });

  it('is not suggested for bytes that are not text', async () => {
    const noise = Buffer.from(Array.from({ length: 500 }, (_, place) => 0x80 + ((place * 37) % 0x7f)));
    expect(await refusedFile(() => readFile(noise, csv))).to.match(/; save it as UTF-8, or name its charset, as in/);
  });
});
