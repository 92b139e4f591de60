import { Readable } from 'node:stream';
import { Problem } from '@plotline/kit/core/errors';
import { readMultipart } from '@plotline/transfer/imports/api/multipart';
import { findFormat } from '@plotline/transfer/imports/api/upload-format';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { inPieces, readText, repeated } from '../../support/file-content.js';
import { refusedFile } from '../../support/refused-file.js';

const contentType = 'multipart/form-data; boundary=B';
const mode = 'name="mode"\r\n\r\nupsert';
const file = 'name="file"; filename="leads.csv"\r\nContent-Type: text/csv\r\n\r\nname\r\nZoë';

function toForm(...parts: readonly string[]): string {
  return `${parts.map((part) => `--B\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--B--\r\n`;
}

async function upload(form: string, size?: number) {
  const { content, ...rest } = await readMultipart(Readable.from(inPieces(form, size)), contentType);
  return { ...rest, text: await readText(content) };
}

describe('a multipart form', () => {
  it('can have its fields before its file, in any chunks', async () => {
    for (const size of [1, 7, 10_000]) {
      const { fields, ...rest } = await upload(toForm(mode, 'name="dry_run"\r\n\r\ntrue', file), size);
      expect(Object.fromEntries(fields)).to.deep.equal({ mode: 'upsert', dry_run: 'true' });
      expect(rest).to.deep.equal({ fileName: 'leads.csv', contentType: 'text/csv', text: 'name\r\nZoë' });
    }
  });

  it('uses the part named file as the file, even without a file name', async () => {
    expect((await upload(toForm('name="file"\r\n\r\nname'))).text).to.equal('name');
  });

  it('is refused if a part follows its file, if its file is missing, or if a field is repeated or too long', async () => {
    expect(await refusedFile(() => upload(toForm(file, mode)))).to.match(/last part of the form; the field mode/);
    expect(await refusedFile(() => upload(toForm(file, file)))).to.match(/only file/);
    expect(await refusedFile(() => upload(toForm(mode)))).to.match(/missing in the form/);
    for (const form of [toForm(mode, mode, file), toForm(`name="mapping"\r\n\r\n${'x'.repeat(70_000)}`, file)]) {
      expect((await refusalOf(() => upload(form))).message).to.match(/field (mode appears twice|mapping is too long)/);
    }
    const fields = Array.from({ length: 21 }, (_, place) => `name="f${place}"\r\n\r\nx`);
    expect((await refusalOf(() => upload(toForm(...fields, file)))).message).to.match(/more than 20 fields/);
  });

  it('is refused when it is cut off, is not a form or has no boundary', async () => {
    for (const form of [toForm(file).slice(0, -10), 'rubbish', '', toForm(mode).slice(0, 20)]) {
      expect((await refusalOf(() => upload(form))).code).to.equal('BAD_REQUEST');
    }
    const refusal = await refusalOf(() => readMultipart(Readable.from(inPieces('')), 'multipart/form-data'));
    expect(refusal.message).to.match(/no boundary/);
  });

  it('is refused when the client disconnects', async () => {
    const body = new Readable({ read: () => {} });
    body.on('error', () => {});
    body.push(toForm(file).slice(0, 100));
    const { content } = await readMultipart(body, contentType);
    setImmediate(() => body.destroy(new Error('aborted')));
    expect((await refusalOf(() => readText(content))).message).to.match(/ended too early/);
  });

  it('is refused when its body has failed before it is read', async () => {
    for (const [error, message] of [
      [new Problem('BAD_REQUEST', 'The body broke off.'), /broke off/],
      [undefined, /ended too early/],
    ] as const) {
      const body = new Readable({ read: () => {} });
      body.on('error', () => {});
      body.push(toForm(file).slice(0, 100));
      body.destroy(error);
      await new Promise(setImmediate);
      expect((await refusalOf(() => readMultipart(body, contentType))).message).to.match(message);
    }
  });

  it('is refused with the error from its body, such as an excessive decompressed size, before and within its file', async () => {
    for (const length of [20, 100]) {
      const body = new Readable({ read: () => {} });
      body.push(toForm(file).slice(0, length));
      const read = readMultipart(body, contentType).then(({ content }) => readText(content));
      setImmediate(() => body.destroy(new Problem('PAYLOAD_TOO_LARGE', 'It is too large.')));
      expect((await refusalOf(() => read)).code).to.equal('PAYLOAD_TOO_LARGE');
    }
  });

  it('waits for the reader of its file', async () => {
    let pieces = 0;
    async function* counted() {
      for await (const piece of repeated(toForm(file).slice(0, -10), 'x', 20, '\r\n--B--\r\n')) {
        pieces += 1;
        yield piece;
      }
    }
    const { content } = await readMultipart(Readable.from(counted()), contentType);
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    expect(pieces).to.be.below(50);
    expect((await readText(content)).length).to.be.above(20 * 1_048_576);
  });
});

describe('the format of an upload', () => {
  it('is taken from its Content-Type, with its charset', () => {
    expect(findFormat('text/csv')).to.deep.equal({ format: 'csv' });
    expect(findFormat('Text/CSV; charset="windows-1252"')).to.deep.equal({ format: 'csv', charset: 'windows-1252' });
    expect(findFormat('text/tab-separated-values')).to.deep.equal({ format: 'csv', separator: '\t' });
    expect(findFormat('application/x-ndjson;charset=utf-8')).to.deep.equal({ format: 'jsonl', charset: 'utf-8' });
    expect(findFormat('application/xml')).to.deep.equal({ format: 'xml' });
    expect(findFormat('application/json')).to.deep.equal({ format: 'json' });
    const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(findFormat(workbook)).to.deep.equal({ format: 'xlsx' });
  });

  it('is taken from the file name if the Content-Type has none', () => {
    expect(findFormat('application/vnd.ms-excel', 'Leads 2026.CSV')).to.deep.equal({ format: 'csv' });
    expect(findFormat('application/octet-stream', 'leads.jsonl')).to.deep.equal({ format: 'jsonl' });
    expect(findFormat('application/octet-stream', 'Leads.XLSX')).to.deep.equal({ format: 'xlsx' });
    expect(findFormat('', 'leads.json')).to.deep.equal({ format: 'json' });
    expect(findFormat('text/plain', 'leads.tsv')).to.deep.equal({ format: 'csv', separator: '\t' });
  });

  it('is unknown for other types', () => {
    for (const type of ['application/zip', 'text/html', '']) expect(findFormat(type)).to.equal(undefined);
    expect(findFormat('application/zip', 'leads.zip')).to.equal(undefined);
  });
});
