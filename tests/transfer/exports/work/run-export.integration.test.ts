import { unavailable } from '@plotline/kit/core/errors';
import { maxKeptBytes } from '@plotline/transfer/exports/model/export';
import { type RecordReader, StateGone } from '@plotline/transfer/peers/record-reader';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { finishExport, follow } from '../../support/finished-export.js';
import { startTransferService } from '../../support/transfer-service.js';

const pageSize = 500;

describe('an export that is being written', () => {
  const pages = 4;
  let failures: Error[] = [];
  const failingPage = 2;

  const reader: RecordReader = {
    count: async () => pages * pageSize,
    readPage: async (_caller, _query, { after }) => {
      const page = after === '' ? 0 : Number(after);
      if (page === failingPage) {
        const failure = failures.shift();
        if (failure) throw failure;
      }
      const records = Array.from({ length: pageSize }, (_, n) => JSON.stringify({ id: page * pageSize + n }));
      const next = page + 1 < pages ? String(page + 1) : '';
      return { records, next, snapshot: '1.1', total: page === 0 ? pages * pageSize : 0 };
    },
  };
  const transfer = useFixture(() => startTransferService({ recordReader: reader }));

  async function readIds(): Promise<number[]> {
    const { url, records } = await finishExport(transfer(), { resource: 'leads', format: 'jsonl' });
    const lines = (await (await follow(transfer(), url)).text()).trimEnd().split('\n');
    expect(records).to.equal(lines.length);
    return lines.map((line) => JSON.parse(line).id);
  }

  const all = () => Array.from({ length: pages * pageSize }, (_, n) => n);

  it('restarts after an outage, and writes each record once', async () => {
    failures = [unavailable('The service is away.', undefined, 0)];
    expect(await readIds()).to.deep.equal(all());
    expect(failures).to.have.length(0);
  });

  it('restarts when its snapshot has expired, and fails with the reason when that keeps happening', async () => {
    failures = [new StateGone(null), new StateGone(null)];
    expect(await readIds()).to.deep.equal(all());
    failures = Array.from({ length: 4 }, () => new StateGone(null));
    const failed = await finishExport(transfer(), { resource: 'leads', format: 'csv' });
    expect(failed).to.include({ status: 'failed', url: null, expires_at: null });
    expect(failed.error).to.include({ code: 'CONFLICT' });
  });

  it('fails without a file when all files together would be too large, and is refused when they already are', async () => {
    const leads = { resource: 'leads', format: 'jsonl' };
    const as = { workspaceId: 'ws_full' };
    const kept = await finishExport(transfer(), leads, as);
    const files = await transfer().listFiles();
    const { live } = transfer().runtime.databases;
    const setSize = (size: number) =>
      live.collection<{ _id: string }>('exports').updateOne({ _id: kept.id }, { $set: { 'state.file.size': size } });
    await setSize(maxKeptBytes - 1);
    const failed = await finishExport(transfer(), leads, as);
    expect([failed.status, failed.url, failed.error.code]).to.deep.equal(['failed', null, 'PAYLOAD_TOO_LARGE']);
    expect(await transfer().listFiles()).to.have.members(files);
    expect(await finishExport(transfer(), leads, { workspaceId: 'ws_empty' })).to.include({ status: 'completed' });
    await setSize(maxKeptBytes);
    const { status, body } = await transfer().request('POST', '/v1/exports', { body: leads, as });
    const data = { limit: maxKeptBytes, until: kept.expires_at };
    expect([status, body.reason, body.data]).to.deep.equal([409, 'export_files_full', data]);
    const ended = { 'state.file.expires_at': transfer().runtime.clock() };
    await live.collection<{ _id: string }>('exports').updateOne({ _id: kept.id }, { $set: ended });
    expect(await finishExport(transfer(), leads, as)).to.include({ status: 'completed' });
  });
});
