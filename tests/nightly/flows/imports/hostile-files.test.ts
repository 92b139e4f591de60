import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { importFile, rowsOf, sendFile } from '../../../flows/imports/import-client.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';

const path = '/v1/leads/import';
const header = 'name,email\n';
const bomb = `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 8 },
  (_, level) => `<!ENTITY ${'bcdefghi'[level]} "${`&${'abcdefgh'[level]};`.repeat(10)}">`,
).join('')}]><leads><lead><name>&i;</name><email>a@example.com</email></lead></leads>`;

describe('a file that cannot be imported', () => {
  let workspace: TestWorkspace;

  before(async () => {
    workspace = await newWorkspace();
  });

  const refused: readonly (readonly [string, string | Uint8Array, string, RegExp])[] = [
    [
      'an Excel workbook',
      Buffer.from('PK\x03\x04\x14\x00\x06\x00'),
      'text/csv',
      /Excel workbook \(\.xlsx\) or another ZIP archive; send/,
    ],
    ['a compressed file', gzipSync(header), 'text/csv', /compressed \(gzip\); unpack it/],
    ['XML with entities in each other', bomb, 'application/xml', /DOCTYPE, which is not allowed/],
    ['XML of something else', '<rss><channel/></rss>', 'application/xml', /<rss> in line 1 where <leads> is expected/],
    [
      'UTF-16 that nothing tells of',
      Buffer.from(`${header}a,b\n`, 'utf16le'),
      'text/csv',
      /UTF-16 without a byte order/,
    ],
    ['a charset that is not supported', header, 'text/csv; charset=utf-7', /charset that is not supported/],
    ['an empty file', '', 'text/csv', /no body: send the file/],
    ['a record without an end', `${header}"${'x,y\n'.repeat(500_000)}`, 'text/csv', /is a quote not closed\?/],
    ['an endless line', 'x'.repeat(2_000_000), 'text/csv', /more than 1048576 characters in row 1/],
  ];
  for (const [title, content, contentType, message] of refused) {
    it(`is refused with the reason: ${title}`, async () => {
      const { status, text } = await sendFile(workspace, path, content, contentType);
      expect(status, text).to.be.oneOf([400, 422]);
      expect(text).to.match(message);
    });
  }

  it('is not partly imported if bytes are invalid in its charset, because the import ends before it stores a record', async () => {
    const lines = Array.from({ length: 3000 }, (_, place) => `Lead ${place},lead.${place}@example.com`).join('\n');
    const bytes = Buffer.concat([
      Buffer.from(`${header}${lines}\n`),
      Buffer.from('Zo\xeb,zoe@example.com\n', 'latin1'),
    ]);
    const failed = await importFile(workspace, path, bytes);
    expect(failed['status']).to.equal('failed');
    expect(JSON.stringify(failed['error'])).to.match(/not UTF-8 in line 3002/);
    expect(rowsOf(failed)).to.include({ created: 0 });
    expect((await workspace.api.get('/v1/leads')).records).to.deep.equal([]);
  });

  it('is imported if its charset is declared, or if it has a byte order mark', async () => {
    const windows = Buffer.from('name;email\nZo\xeb \x80;zoe@example.com\n', 'latin1');
    const first = await importFile(workspace, path, windows, 'text/csv; charset=windows-1252');
    const utf16 = Buffer.from('\uFEFFname\temail\n海\thai@example.com\n', 'utf16le');
    const second = await importFile(workspace, path, utf16, 'text/tab-separated-values');
    expect([rowsOf(first).created, rowsOf(second).created]).to.deep.equal([1, 1]);
    const { records } = await workspace.api.get('/v1/leads?sort=name&order=asc');
    expect(records.map(({ name }) => name)).to.have.members(['Zoë €', '海']);
  });

  it('reports broken lines as errors, and imports its other lines', async () => {
    const lines = [
      '{"name":"A","email":"a@example.com"}',
      '{',
      '[1]',
      `{"name":"${'x'.repeat(1_100_000)}"}`,
      '{"name":"B","email":"b@example.com","$where":1}',
    ];
    const imported = await importFile(workspace, path, lines.join('\n'), 'application/x-ndjson');
    expect(imported['status']).to.equal('completed');
    expect(rowsOf(imported)).to.include({ total: 5 });
    expect(rowsOf(imported).failed).to.be.at.least(3);
  });

  it('is refused because of its declared length if that is 300 MB', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { api, key } = workspace;
      const call = request(api.base + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'content-length': 300_000_000 },
      });
      call.once('response', (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      call.once('error', reject);
      call.write(header);
    });
    expect(status).to.equal(413);
  });
});
