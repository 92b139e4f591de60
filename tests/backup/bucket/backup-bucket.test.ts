import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupBucket } from '@plotline/backup/bucket/backup-bucket';
import { checkStoredBackup, fetchBackup } from '@plotline/backup/bucket/fetch-backup';
import { BackupFolder } from '@plotline/backup/folder/backup-folder';
import { checkBackup } from '@plotline/backup/work/restore-backup';
import { type Bucket, createBucket } from '@plotline/kit/objects/bucket';
import { expect } from 'chai';
import { startBucket } from '../../support/start-bucket.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { createSampleBackup } from '../folder/sample-backup.js';
import { useTemporaryFolder } from '../folder/temporary-folder.js';

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`);
const dump = 'mongodb/plotline_auth_live/people.bson.gz';

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: Error) => error.message,
  );
}

describe('backups in a bucket', () => {
  const path = useTemporaryFolder();
  const fixture = useFixturePerTest(startBucket);
  const objects = () => createBucket(fixture().access);
  const stored = (bucket: Bucket = objects()) => new BackupBucket(bucket);
  /** Creates the folder with backups, or another one. */
  const folder = async (name = 'backups') => {
    await mkdir(join(path(), name), { recursive: true });
    return new BackupFolder(join(path(), name));
  };
  const countContent = async () => {
    let count = 0;
    for await (const _object of objects().list('content/')) count += 1;
    return count;
  };

  it('are the same after they were copied to a new machine', async () => {
    const files = { [dump]: 'people', 'files/file_1': 'x'.repeat(9 * 1_048_576), 'files/empty': '' };
    const name = await createSampleBackup(await folder(), at('09:30'), files);
    await stored().upload(await folder(), name);
    expect(await stored().list()).to.deep.equal([{ name, startedAt: at('09:30') }]);
    await checkStoredBackup(stored(), name);
    const other = await folder('new machine');
    await fetchBackup(stored(), other, name);
    await checkBackup(other, name);
    for (const [file, content] of Object.entries(files)) {
      expect((await readFile(join(other.pathOf(name), file), 'utf8')) === content, file).to.equal(true);
    }
  });

  it('share equal content, which stays until the last of them was removed a day ago', async () => {
    const kept = await createSampleBackup(await folder(), at('08:00'), { [dump]: 'older', 'files/file_1': 'photo' });
    const removed = await createSampleBackup(await folder(), at('09:00'), { [dump]: 'newer', 'files/file_1': 'photo' });
    await stored().upload(await folder(), kept);
    await stored().upload(await folder(), removed);
    // Two dumps, two manifests and one photo.
    expect(await countContent()).to.equal(5);
    await stored().remove(removed);
    expect((await stored().list()).map(({ name }) => name)).to.deep.equal([kept]);
    await stored().removeAbandoned(new Date());
    expect(await countContent()).to.equal(5);
    await stored().removeAbandoned(new Date(Date.now() + 25 * 3_600_000));
    expect(await countContent()).to.equal(3);
    await checkStoredBackup(stored(), kept);
  });

  it('are not listed after an upload that ended early, and its content is removed after a day', async () => {
    const name = await createSampleBackup(await folder(), at('09:00'), { [dump]: 'people' });
    const failing: Bucket = {
      ...objects(),
      put: async (key, content) => {
        if (key.startsWith('backups/')) throw new Error('The store is full.');
        await objects().put(key, content);
      },
    };
    expect(await messageOf(stored(failing).upload(await folder(), name))).to.equal('The store is full.');
    expect(await stored().list()).to.deep.equal([]);
    expect(await countContent()).to.equal(2);
    await stored().removeAbandoned(new Date(Date.now() + 25 * 3_600_000));
    expect(await countContent()).to.equal(0);
    await stored().upload(await folder(), name);
    await checkStoredBackup(stored(), name);
  });

  it('are refused when a file is damaged or missing, and leave nothing in the folder', async () => {
    const name = await createSampleBackup(await folder(), at('09:00'), { [dump]: 'people' });
    await stored().upload(await folder(), name);
    const hash = (await stored().readChecksums(name)).get(dump) ?? '';
    const other = await folder('new machine');
    const refusal = `The backup ${name} is damaged or can't be read: ${dump}.`;
    for (const damage of [
      () => objects().put(`content/${hash}`, once('nobody')),
      () => objects().remove(`content/${hash}`),
    ]) {
      await damage();
      expect(await messageOf(checkStoredBackup(stored(), name))).to.equal(refusal);
      expect(await messageOf(fetchBackup(stored(), other, name))).to.equal(refusal);
      expect(await readdir(other.path)).to.deep.equal([]);
    }
  });

  it('get no file that was damaged in the folder', async () => {
    const name = await createSampleBackup(await folder(), at('09:00'), { [dump]: 'people' });
    await writeFile(join((await folder()).pathOf(name), dump), 'nobody');
    const refusal = await messageOf(stored().upload(await folder(), name));
    expect(refusal).to.equal(`${name}/${dump} does not have its checksum.`);
    expect(await stored().list()).to.deep.equal([]);
  });

  it('write only into their own folder', async () => {
    const name = await createSampleBackup(await folder(), at('09:00'), {});
    const hash = '0'.repeat(64);
    await objects().put(`backups/${name}`, once(`${hash}  ../outside\n`));
    const other = await folder('new machine');
    expect(await messageOf(fetchBackup(stored(), other, name))).to.equal('../outside is no path of a backup.');
    expect(await readdir(other.path)).to.deep.equal([]);
  });
});
