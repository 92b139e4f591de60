import type { Logger } from '@plotline/kit/telemetry/log';
import type { BackupBucket } from '../bucket/backup-bucket.js';
import type { BackupFolder } from '../folder/backup-folder.js';
import { type Retention, selectExpired } from '../model/retention.js';

/** Uploads the backups that the bucket lacks, newest first, then removes those that the rules no longer keep. */
export async function copyToBucket(
  folder: BackupFolder,
  bucket: BackupBucket,
  retention: Retention,
  log: Logger,
): Promise<void> {
  const stored = await bucket.list();
  const storedNames = new Set(stored.map(({ name }) => name));
  const missing = (await folder.list()).filter(({ name }) => !storedNames.has(name));
  const expired = new Set(selectExpired([...stored, ...missing], retention));
  for (const backup of missing) {
    if (expired.has(backup)) continue;
    await bucket.upload(folder, backup.name);
    log.info({ backup: backup.name }, 'backup uploaded');
  }
  for (const backup of stored) {
    if (!expired.has(backup)) continue;
    await bucket.remove(backup.name);
    log.info({ backup: backup.name }, 'backup removed from the bucket');
  }
  await bucket.removeAbandoned(new Date());
}
