import { readdir } from 'node:fs/promises';
import { unavailable } from '@plotline/kit/core/errors';
import { createExportFileCleanup } from '@plotline/transfer/exports/work/export-file-cleanup';
import type { AccessChecks } from '@plotline/transfer/peers/access';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { finishExport, follow } from '../../support/finished-export.js';
import { startTransferService } from '../../support/transfer-service.js';

const hour = 3_600_000;

describe('links to files', () => {
  let aheadMs = 0;
  let access: AccessChecks['mayHaveFile'] = async () => true;
  const transfer = useFixture(() =>
    startTransferService(
      {
        access: { mayHaveFile: (...asked) => access(...asked) },
        recordReader: {
          count: async () => 1,
          readPage: async () => ({ records: ['{"id":"lead_1","name":"Noor"}'], next: '', snapshot: '1.1', total: 1 }),
        },
      },
      () => new Date(Date.now() + aheadMs),
    ),
  );
  afterEach(() => {
    aheadMs = 0;
    access = async () => true;
  });
  const text = '{"id":"lead_1","name":"Noor"}\n';
  const newExport = () => finishExport(transfer(), { resource: 'leads', format: 'jsonl' });

  it('return the file to anyone who has the link, with a name and without caching', async () => {
    const { url, created_at } = await newExport();
    expect(url).to.match(/^https:\/\/auth\.example\.com\/downloads\/[\w.-]+$/);
    const response = await follow(transfer(), url);
    expect(await response.text()).to.equal(text);
    expect(Object.fromEntries(response.headers)).to.include({
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="leads-${created_at.slice(0, 10)}.jsonl"`,
      'content-length': String(text.length),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const head = await follow(transfer(), url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(text.length)]);
  });

  it("stop working when the export's creator loses access, and answer 503 while that access is unknown", async () => {
    const { id, url, created_at } = await newExport();
    const asked: unknown[] = [];
    access = async (tenant, { actor }, since) => {
      asked.push([tenant.mode, actor.type, since.toISOString()]);
      return false;
    };
    const missing = await follow(transfer(), url);
    expect(missing.status).to.equal(404);
    expect(await missing.json()).to.have.nested.property('error.code', 'NOT_FOUND');
    expect(asked).to.deep.equal([['live', 'key', created_at]]);
    access = () => Promise.reject(unavailable('Away.', 'the auth service is away'));
    expect((await follow(transfer(), url)).status).to.equal(503);
    access = async () => true;
    expect((await follow(transfer(), url)).status, id).to.equal(200);
  });

  it('return a range of bytes, and report an invalid range', async () => {
    const { url } = await newExport();
    const get = async (headers: Record<string, string>) => {
      const response = await follow(transfer(), url, { headers });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await get({ range: 'bytes=2-3' })).to.deep.equal([206, `bytes 2-3/${text.length}`, text.slice(2, 4)]);
    expect(await get({ range: 'bytes=-5' })).to.deep.include(text.slice(-5));
    expect(await get({ range: 'bytes=900-' })).to.deep.equal([416, `bytes */${text.length}`, '']);
    expect(await get({ range: 'bytes=0-1', 'if-range': '"another"' })).to.deep.equal([200, null, text]);
    const { headers } = await follow(transfer(), url);
    const cached = await follow(transfer(), url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(cached.status).to.equal(304);
  });

  it('answer the same 404 when they are wrong or changed, or when their export was removed', async () => {
    const { url, id } = await newExport();
    const other = await newExport();
    const [key, payload, signature] = url.split('/').at(-1).split('.');
    const foreign = other.url.split('/').at(-1).split('.');
    const tokens = ['x', `${key}.${payload}`, `${key}.${foreign[1]}.${signature}`, `${key}.${payload}.${signature}x.y`];
    tokens.push(`00000000.${payload}.${signature}`, `${key}.${payload}.${signature.slice(0, -2)}AA`);
    const answers = new Set<string>();
    for (const token of tokens) {
      const response = await follow(transfer(), `https://auth.example.com/downloads/${token}`);
      expect(response.status, token).to.equal(404);
      answers.add(await response.text());
    }
    await transfer().runtime.databases.live.collection<{ _id: string }>('exports').deleteOne({ _id: id });
    const gone = await follow(transfer(), url);
    answers.add(await gone.text());
    expect(gone.status).to.equal(404);
    expect([...answers].map((answer) => JSON.parse(answer))).to.deep.equal([
      { success: false, error: { code: 'NOT_FOUND', message: 'No such resource.' } },
    ]);
  });

  it('expire after 24 hours, and their files are removed', async () => {
    const { url, id, expires_at, finished_at } = await newExport();
    expect(Date.parse(expires_at) - Date.parse(finished_at)).to.be.closeTo(24 * hour, 60_000);
    aheadMs = 24 * hour - 60_000;
    expect((await follow(transfer(), url)).status).to.equal(200);
    aheadMs = 24 * hour + 60_000;
    expect((await follow(transfer(), url)).status).to.equal(404);
    const { body } = await transfer().request('GET', `/v1/exports/${id}`);
    expect(body).to.include({ url: null, expires_at });
    aheadMs = 26 * hour;
    const files = async () => (await readdir(transfer().folder)).filter((name) => name.startsWith(id));
    expect(await files()).to.have.length(1);
    const sweep = createExportFileCleanup(transfer().context);
    await sweep.run();
    expect(await files()).to.have.length(0);
  });
});
