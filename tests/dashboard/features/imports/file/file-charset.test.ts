import {
  findInvalidUtf8,
  findUtf16,
  listCharsets,
  takeSample,
} from '@plotline/dashboard/features/imports/file/file-charset';
import { decodeHead } from '@plotline/dashboard/features/imports/file/text-head';
import { expect } from 'chai';

const utf8 = new TextEncoder().encode('Zoë');
const late = 'x'.repeat(200_000);

describe('the charset of an import file', () => {
  it('is UTF-8 if all bytes are valid UTF-8, even if the first non-ASCII byte comes late', async () => {
    expect(await findInvalidUtf8(new Blob([utf8]))).to.equal(undefined);
    expect(await findInvalidUtf8(new Blob([late, utf8]))).to.equal(undefined);
    expect(await findInvalidUtf8(new Blob([Uint8Array.of(0x5a, 0xeb, 0x2c)]))).to.equal(0);
    expect(await findInvalidUtf8(new Blob([late, utf8.slice(0, 3)]))).to.be.above(0);
  });

  it('is guessed from the start of the file and the bytes that are not valid UTF-8', async () => {
    const broken = new Blob([late, '\n', Uint8Array.of(0x5a, 0xeb, 0x2c), '\n', late]);
    const sample = new Uint8Array(await takeSample(broken, 200_001).arrayBuffer());
    expect(sample.includes(0xeb)).to.equal(true);
    expect(sample.length).to.be.below(131_072);
    expect((await takeSample(new Blob(['abc']), 0).text()) === 'abc').to.equal(true);
  });

  it('is UTF-16 if the file starts with the UTF-16 byte order mark', async () => {
    expect(await findUtf16(new Blob([Uint8Array.of(0xff, 0xfe, 0x5a, 0)]))).to.equal('utf-16le');
    expect(await findUtf16(new Blob([Uint8Array.of(0xfe, 0xff, 0, 0x5a)]))).to.equal('utf-16be');
    expect(await findUtf16(new Blob([utf8]))).to.equal(undefined);
  });

  it('is offered with the languages that use it, even if it is unusual', () => {
    expect(listCharsets('windows-1256')).to.deep.include({ value: 'windows-1256', label: 'Arabic (windows-1256)' });
    expect(listCharsets('iso-8859-16')[0]?.value).to.equal('iso-8859-16');
  });
});

describe('the start of an import file', () => {
  it('contains the complete lines of the first 60,000 bytes', async () => {
    const line = `${'x'.repeat(99)}\n`;
    expect(await decodeHead(new Blob([line.repeat(1000)]), 'utf-8')).to.equal(line.repeat(600));
    const long = `${'y'.repeat(59_950)}\n`;
    expect(await decodeHead(new Blob([long, line.repeat(2)]), 'utf-8')).to.equal(long);
    expect(await decodeHead(new Blob([Uint8Array.of(0xe4, 0xe6, 0xd1)]), 'windows-1256')).to.equal('نور');
  });
});
