import type { RecordReader } from '@plotline/transfer/peers/record-reader';
import { expect } from 'chai';
import { useFixture } from '../../../../support/use-fixture.js';
import { finishExport } from '../../../../transfer/support/finished-export.js';
import { startTransferService } from '../../../../transfer/support/transfer-service.js';

const [pages, pageSize] = [200, 500];
const filler = 'x'.repeat(1_000);

describe('an export of many records', () => {
  let peak = 0;
  const reader: RecordReader = {
    count: async () => pages * pageSize,
    readPage: async (_caller, _query, { after }) => {
      const page = after === '' ? 0 : Number(after);
      peak = Math.max(peak, process.memoryUsage().heapUsed);
      const records = Array.from({ length: pageSize }, (_, n) => JSON.stringify({ id: page * pageSize + n, filler }));
      const next = page + 1 < pages ? String(page + 1) : '';
      return { records, next, snapshot: '1.1', total: page === 0 ? pages * pageSize : 0 };
    },
  };
  const transfer = useFixture(() => startTransferService({ recordReader: reader }));

  it('keeps only a few pages in memory', async () => {
    const before = process.memoryUsage().heapUsed;
    const started = Date.now();
    const { size, records } = await finishExport(transfer(), { resource: 'leads', format: 'jsonl' });
    const grown = Math.round((peak - before) / 1e6);
    const seconds = (Date.now() - started) / 1_000;
    process.stdout.write(
      `    ${records} records, ${Math.round(size / 1e6)} MB, ${seconds} s, heap grew by at most ${grown} MB\n`,
    );
    expect(records).to.equal(100_000);
    expect(grown).to.be.lessThan(size / 2e6);
  });
});
