import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@plotline/kit/core/ids';
import { openFileStore } from '@plotline/transfer/files/store/open-file-store';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { collect, inPieces } from '../../support/file-content.js';
import { testFileStore } from './test-file-store.js';

async function startStore() {
  const parent = await mkdtemp(join(tmpdir(), 'plotline-files-'));
  const folder = join(parent, 'files');
  const store = await openFileStore({
    FILES_DIRECTORY: folder,
    FILES_S3_ENDPOINT: '',
    FILES_S3_REGION: 'auto',
    FILES_S3_ACCESS_KEY_ID: '',
    FILES_S3_SECRET_ACCESS_KEY: '',
  });
  return { store, folder, stop: () => rm(parent, { recursive: true, force: true }) };
}

describe('a file store in a folder', () => {
  const fixture = useFixture(startStore);
  testFileStore(() => fixture().store);

  it('makes files unreadable for other users', async () => {
    const { store, folder } = fixture();
    const id = newId('imp');
    await store.put(id, inPieces('x'), { maxBytes: 10 });
    expect((await stat(join(folder, id))).mode & 0o777).to.equal(0o600);
    expect((await stat(folder)).mode & 0o777).to.equal(0o700);
  });

  it('is unavailable when the disk is full, and keeps no partial file', async () => {
    const { store, folder } = fixture();
    const id = newId('imp');
    async function* untilFull() {
      yield Buffer.from('x');
      throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
    }
    const refusal = await refusalOf(() => store.put(id, untilFull(), { maxBytes: 10 }));
    expect([refusal.code, refusal.retryAfter]).to.deep.equal(['SERVICE_UNAVAILABLE', 60]);
    expect((await readdir(folder)).filter((name) => name.startsWith('.unfinished') || name === id)).to.deep.equal([]);
  });

  it('removes unfinished files after a crash, and no other files', async () => {
    const { store, folder } = fixture();
    for (const name of ['.unfinished-1', '.unfinished-2', 'notes.txt']) await writeFile(join(folder, name), 'x');
    await utimes(join(folder, '.unfinished-1'), 1000, 1000);
    await utimes(join(folder, 'notes.txt'), 1000, 1000);
    expect(await collect(store.listOlder(new Date(2_000_000)))).to.deep.equal([]);
    const names = await readdir(folder);
    expect(names).to.include.members(['.unfinished-2', 'notes.txt']);
    expect(names).to.not.include('.unfinished-1');
  });
});
