import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { makeWorkbook } from '../../support/make-workbook.js';
import { startTransferService } from '../../support/transfer-service.js';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const path = '/v1/imports/preview/file';
const agent = { scopes: ['admin'], actor: { type: 'user', id: 'user_1', name: 'Ada', role: 'agent' } } as const;
const viewer = { ...agent, actor: { ...agent.actor, role: 'viewer' } } as const;

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, ...cells: readonly string[]) => `<row r="${number}">${cells.map(cell).join('')}</row>`;

/** Bytes of "name", and of an Arabic name in windows-1256. */
const arabic = Buffer.concat([
  Buffer.from('name,email\n'),
  Buffer.from([0xe4, 0xe6, 0xd1, 0x20, 0xcd, 0xcf, 0xc7, 0xcf]),
  Buffer.from(',noor@example.com\n'),
]);

describe('POST /v1/imports/preview/file', () => {
  const service = useFixture(() => startTransferService());
  const read = (bytes: Buffer | string, { type = 'text/csv', query = '', as = {} } = {}) => {
    const content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
    return service().request('POST', `${path}${query}`, { file: { type, content }, as });
  };

  it('returns a workbook sheet as CSV in which rows keep their numbers, and stores no file', async () => {
    const content = makeWorkbook({
      sheets: {
        Notes: row(1, 'Read me'),
        Leads: row(1, 'Name', 'Note') + row(2, 'Noor', '=1+1') + row(5, 'Jo', 'a, b'),
        Old: row(1, 'x'),
      },
      hidden: ['Old'],
    });
    const { status, body } = await read(content, { type: workbookType, query: '?sheet=leads' });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.include({ format: 'csv', charset: null, charset_guesses: [], sheet: 'Leads' });
    expect(body.sheets).to.deep.equal(['Notes', 'Leads']);
    const request = { resource: 'leads', text: body.text, separator: 'comma' };
    const preview = await service().request('POST', '/v1/imports/preview', { body: request });
    expect(preview.body.rows).to.deep.equal([
      { Name: 'Noor', Note: '=1+1' },
      { Name: 'Jo', Note: 'a, b' },
    ]);
    expect(preview.body.sample.map((one: { row: number }) => one.row)).to.deep.equal([2, 5]);
    expect((await read(content, { type: workbookType })).body).to.deep.include({ sheet: 'Notes' });
    expect(await service().listFiles()).to.deep.equal([]);
  });

  it('guesses the charset of undeclared bytes that are not UTF-8, and uses a declared charset', async () => {
    const guessed = await read(arabic);
    expect(guessed.body).to.deep.include({ charset: 'windows-1256', sheet: null, sheets: [] });
    expect(guessed.body.charset_guesses[0]).to.equal('windows-1256');
    expect(guessed.body.text).to.include('نور حداد');
    const declared = await read(arabic, { type: 'text/csv; charset=windows-1251' });
    expect(declared.body).to.deep.include({ charset: 'windows-1251', charset_guesses: [] });
    const plain = await read('name\nZoë\n');
    expect(plain.body).to.deep.include({ charset: 'utf-8', charset_guesses: [], text: 'name\nZoë\n' });
  });

  it('returns complete lines, and ignores a character that is cut off', async () => {
    const line = `${'ë'.repeat(50)}\n`;
    const { body } = await read(Buffer.from(line.repeat(2_000)).subarray(0, 131_071));
    expect(body.charset).to.equal('utf-8');
    expect(body.text.length).to.be.within(59_000, 60_000);
    expect(body.text.endsWith('\n')).to.equal(true);
  });

  it('refuses a file that does not match its type, and lists the sheets if the requested sheet is missing', async () => {
    const workbook = makeWorkbook({ sheets: { Leads: row(1, 'Name') + row(2, 'Noor') } });
    for (const [content, options, field, message] of [
      ['name\nNoor\n', { type: workbookType }, 'file', /is not an Excel workbook/],
      [workbook, { type: workbookType, query: '?sheet=Units' }, 'sheet', /its sheets are "Leads"/],
      [workbook, {}, 'file', /is an Excel workbook/],
      [arabic, { type: 'text/csv; charset=utf-8' }, 'file', /is not utf-8/],
      ['a\0b', {}, 'file', /is not a text file/],
    ] as const) {
      const { status, body } = await read(content, options);
      expect([status, body.details?.[0].field], JSON.stringify(body)).to.deep.equal([422, field]);
      expect(body.details[0].message).to.match(message);
    }
    expect(await service().listFiles()).to.deep.equal([]);
  });

  it('is allowed only for callers who may import', async () => {
    expect((await read('name\nNoor\n', { as: agent })).status).to.equal(200);
    expect((await read('name\nNoor\n', { as: viewer })).status).to.equal(403);
    expect((await read('name\nNoor\n', { as: { scopes: ['read:leads'] } })).status).to.equal(403);
  });
});
