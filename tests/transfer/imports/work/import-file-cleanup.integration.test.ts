import { newId } from '@plotline/kit/core/ids';
import { createImportFileCleanup } from '@plotline/transfer/imports/work/import-file-cleanup';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { inPieces } from '../../support/file-content.js';
import { startTransferService } from '../../support/transfer-service.js';

const hour = 3_600_000;

describe('the cleanup of import files', () => {
  let aheadMs = 0;
  // Without workers, imports stay queued, and only the test cleans up.
  const service = useFixture(() =>
    startTransferService(
      {},
      () => new Date(Date.now() + aheadMs),
      (made) => ({ ...made, workers: [] }),
    ),
  );
  afterEach(() => {
    aheadMs = 0;
  });

  async function upload(mode: 'live' | 'sandbox'): Promise<string> {
    const { body } = await service().upload('/v1/leads/import', 'name,email\nAda,ada@example.com\n', { as: { mode } });
    return body.id;
  }

  async function put(id: string): Promise<string> {
    await service().context.files.put(id, inPieces('content'), { maxBytes: 100 });
    return id;
  }

  /** Returns the files that remain after a cleanup round at a later time. */
  async function cleanUp(ids: readonly string[], laterMs: number): Promise<string[]> {
    aheadMs = laterMs;
    await createImportFileCleanup(service().context).run();
    const stored = await service().listFiles();
    return ids.filter((id) => stored.includes(id));
  }

  it('removes leftover files of ended imports, and keeps files of open imports of any age, in both modes', async () => {
    const open = [await upload('live'), await upload('sandbox')];
    const ended = await upload('live');
    expect((await service().request('POST', `/v1/imports/${ended}/cancel`)).status).to.equal(200);
    await put(ended);
    expect(await cleanUp([...open, ended], 24 * hour)).to.deep.equal(open);
  });

  it('keeps files for a day if their import failed for another reason', async () => {
    const [unforeseen, faulty] = [await upload('live'), await upload('live')];
    const records = service().context.imports.collection.in({ workspaceId: 'ws_test', mode: 'live' });
    for (const [id, code] of [
      [unforeseen, 'INTERNAL_ERROR'],
      [faulty, 'VALIDATION_ERROR'],
    ]) {
      const error = { code, message: 'It failed.' };
      await records.update({ _id: id }, { $set: { status: 'failed', error, finished_at: new Date() } });
    }
    expect(await cleanUp([unforeseen, faulty], 23 * hour)).to.deep.equal([unforeseen]);
    expect(await cleanUp([unforeseen], 25 * hour)).to.deep.equal([]);
  });

  it('removes a file without an import only once its upload must have ended', async () => {
    const id = await put(newId('imp'));
    expect(await cleanUp([id], 0)).to.deep.equal([id]);
    expect(await cleanUp([id], hour)).to.deep.equal([]);
  });

  it('keeps export files', async () => {
    const id = await put(newId('exp'));
    expect(await cleanUp([id], 24 * hour)).to.deep.equal([id]);
  });

  it('removes more files in one round than it reads in one batch', async () => {
    const ids = await Promise.all(Array.from({ length: 150 }, () => put(newId('imp'))));
    const open = await upload('live');
    expect(await cleanUp([...ids, open], 24 * hour)).to.deep.equal([open]);
  });
});
