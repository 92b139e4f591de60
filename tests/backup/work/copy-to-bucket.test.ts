import { BackupBucket } from '@plotline/backup/bucket/backup-bucket';
import { BackupFolder } from '@plotline/backup/folder/backup-folder';
import { copyToBucket } from '@plotline/backup/work/copy-to-bucket';
import { createBucket } from '@plotline/kit/objects/bucket';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { startBucket } from '../../support/start-bucket.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { createSampleBackup } from '../folder/sample-backup.js';
import { useTemporaryFolder } from '../folder/temporary-folder.js';

const at = (hour: string) => new Date(`2026-03-01T${hour}:00:00Z`);
const retention = { hours: 2, days: 1, weeks: 1 };
const log = createLog('backup', 'silent');

describe('the copies of the backups in a bucket', () => {
  const path = useTemporaryFolder();
  const fixture = useFixturePerTest(startBucket);
  const stored = () => new BackupBucket(createBucket(fixture().access));
  const copy = () => copyToBucket(new BackupFolder(path()), stored(), retention, log);
  const hours = async () => (await stored().list()).map(({ startedAt }) => startedAt.getUTCHours());
  const make = (hour: string) => createSampleBackup(new BackupFolder(path()), at(hour), { dump: hour });

  it('are those that the rules keep, also after an outage of the store', async () => {
    for (const hour of ['06', '07', '08']) await make(hour);
    await copy();
    expect(await hours()).to.deep.equal([8, 7]);
    await make('09');
    await make('10');
    await copy();
    expect(await hours()).to.deep.equal([10, 9]);
  });

  it('outlive the backups of the folder', async () => {
    const name = await make('06');
    await copy();
    await new BackupFolder(path()).remove(name);
    await copy();
    expect(await hours()).to.deep.equal([6]);
  });
});
