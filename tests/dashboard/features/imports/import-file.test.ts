import { detectCharset, findFileType, openChosenFile } from '@plotline/dashboard/features/imports/import-file';
import { expect } from 'chai';

describe('chosen import file', () => {
  it('has the type of its file extension', async () => {
    expect(findFileType('Leads.CSV')?.mediaType).to.equal('text/csv');
    expect(findFileType('units.tsv')?.mediaType).to.equal('text/tab-separated-values');
    expect(findFileType('a.b.ndjson')?.format).to.equal('jsonl');
    expect(await openChosenFile(new Blob(['x']), 'leads.xlsx')).to.equal(undefined);
  });

  it('has the charset of all its bytes, even if the first non-ASCII one comes late', async () => {
    const utf8 = new TextEncoder().encode('Zoë');
    const late = 'x'.repeat(200_000);
    expect(await detectCharset(new Blob([utf8]))).to.equal('utf-8');
    expect(await detectCharset(new Blob([late, utf8]))).to.equal('utf-8');
    expect(await detectCharset(new Blob([late, utf8.slice(0, 3)]))).to.equal('windows-1252');
    expect(await detectCharset(new Blob([late, Uint8Array.of(0x5a, 0xeb, 0x2c), late]))).to.equal('windows-1252');
    expect(await detectCharset(new Blob([Uint8Array.of(0xff, 0xfe, 0x5a, 0)]))).to.equal('utf-16le');
  });

  it('is previewed by the complete lines at its start', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const file = await openChosenFile(new Blob([line.repeat(1000)]), 'leads.csv');
    expect(file?.head).to.equal(line.repeat(600));
    expect(file?.contentType).to.equal('text/csv; charset=utf-8');
    const cut = await openChosenFile(new Blob([`${'y'.repeat(59_950)}\n`, line.repeat(2)]), 'leads.csv');
    expect(cut?.head).to.equal(`${'y'.repeat(59_950)}\n`);
  });
});
