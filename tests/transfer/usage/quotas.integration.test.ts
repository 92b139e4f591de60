import type { Caller } from '@plotline/kit/core/caller';
import { getQuotas } from '@plotline/protos/plotline/auth/v1/quotas';
import type { RecordReader } from '@plotline/transfer/peers/record-reader';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startTransferService } from '../support/transfer-service.js';

const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n';

/** Small quotas: two imports, two exports, and room for two files. Other plans have none. */
const quotasOf = (plan: string) =>
  plan === 'starter'
    ? { ...getQuotas(plan), imports: 2, exports: 2, storage_bytes: 2 * pdf.length }
    : getQuotas(plan, 'unlimited');

const recordReader: RecordReader = {
  count: async () => 3,
  readPage: () => Promise.reject(new Error('No export runs.')),
};

const shownQuota = (headers: Headers) => ['name', 'limit', 'remaining'].map((part) => headers.get(`x-quota-${part}`));

describe('the quotas of imports, exports and files', () => {
  let now = new Date('2026-03-01T23:59:30.000Z');
  const start = () =>
    startTransferService(
      { quotasOf, recordReader },
      () => now,
      (made) => ({ ...made, workers: [] }),
    );
  const transfer = useFixture(start);
  const starter = (workspaceId: string): Partial<Caller> => ({ workspaceId, plan: 'starter' });
  const importFile = (as: Partial<Caller>) =>
    transfer().upload('/v1/leads/import', 'name,email\nNoor,noor@example.com\n', { as });
  const exportUnits = (as: Partial<Caller>) =>
    transfer().request('POST', '/v1/exports', { body: { resource: 'units', format: 'csv' }, as });
  const upload = (as: Partial<Caller>, headers = {}) =>
    transfer().upload('/v1/files?lead_id=lead_1', pdf, { type: 'application/pdf', as, headers });

  it('refuse imports and exports beyond those of the day, keep nothing of them, and start again at midnight', async () => {
    const as = starter('ws_day');
    const kinds = [
      ['imports', importFile],
      ['exports', exportUnits],
    ] as const;
    for (const [name, create] of kinds) {
      expect(shownQuota((await create(as)).headers)).to.deep.equal([name, '2', '1']);
      expect(shownQuota((await create(as)).headers)).to.deep.equal([name, '2', '0']);
      const files = await transfer().listFiles();
      const refused = await create(as);
      expect([refused.status, refused.body.reason]).to.deep.equal([429, 'daily_quota_reached']);
      expect(refused.body.data).to.deep.equal({ quota: name, limit: 2, used: 2 });
      expect(refused.headers.get('retry-after')).to.equal('30');
      expect(await transfer().listFiles()).to.deep.equal(files);
      expect((await transfer().request('GET', `/v1/${name}`, { as })).body).to.have.length(2);
      expect(shownQuota((await create({ ...as, mode: 'sandbox' })).headers)).to.deep.equal([name, '2', '1']);
    }
    now = new Date('2026-03-02T00:00:00.000Z');
    for (const [name, create] of kinds) {
      expect(shownQuota((await create(as)).headers)).to.deep.equal([name, '2', '1']);
    }
  });

  it('are exceeded on a day by simultaneous requests only, and by no more than they add', async () => {
    const as = starter('ws_parallel');
    const replies = await Promise.all(Array.from({ length: 4 }, () => exportUnits(as)));
    const accepted = replies.filter(({ status }) => status === 202).length;
    expect(accepted).to.be.within(2, 4);
    expect((await exportUnits(as)).body.data).to.deep.equal({ quota: 'exports', limit: 2, used: accepted });
  });

  it('refuse a file that has no room, keep nothing of it, and have room again after a deletion', async () => {
    const as = starter('ws_files');
    const limit = String(2 * pdf.length);
    const first = await upload(as);
    expect(shownQuota(first.headers)).to.deep.equal(['storage_bytes', limit, String(pdf.length)]);
    expect(shownQuota((await upload(as)).headers)).to.deep.equal(['storage_bytes', limit, '0']);
    const files = await transfer().listFiles();
    const refused = await upload(as);
    expect([refused.status, refused.body.reason]).to.deep.equal([409, 'storage_limit_reached']);
    expect(refused.body.data).to.deep.equal({ quota: 'storage_bytes', limit: Number(limit), used: Number(limit) });
    expect(await transfer().listFiles()).to.deep.equal(files);
    await transfer().request('DELETE', `/v1/files/${first.body.id}`, { as });
    expect((await upload(as)).status).to.equal(201);
  });

  it('repeat the answer to an upload with the same Idempotency-Key, whose own file took the last room', async () => {
    const as = starter('ws_repeated');
    await upload(as);
    const headers = { 'idempotency-key': 'the last file' };
    const last = await upload(as, headers);
    expect(last.status).to.equal(201);
    const repeated = await upload(as, headers);
    expect([repeated.status, repeated.body.id]).to.deep.equal([201, last.body.id]);
    expect((await transfer().request('GET', '/v1/files?lead_id=lead_1', { as })).body).to.have.length(2);
  });

  it('limit no other plan', async () => {
    const as = { workspaceId: 'ws_unlimited', plan: 'enterprise' };
    for (const create of [importFile, exportUnits, upload]) {
      for (const status of [(await create(as)).status, (await create(as)).status, (await create(as)).status]) {
        expect(status).to.be.oneOf([201, 202]);
      }
      expect((await create(as)).headers.get('x-quota-limit')).to.equal(null);
    }
  });
});
