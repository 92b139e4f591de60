import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupFolder } from '../folder/backup-folder.js';
import { checksumFile, parseChecksums } from '../folder/checksums.js';
import { parseBackupName } from '../model/backup-name.js';
import type { Manifest } from '../model/manifest.js';
import type { BackupBucket } from './backup-bucket.js';

/** Reads a file of a backup. Throws an error that names it when it is missing or damaged. */
async function* readFile(bucket: BackupBucket, name: string, path: string, sha256: string): AsyncGenerator<Buffer> {
  try {
    yield* bucket.readContent(sha256, path);
  } catch (error) {
    throw new Error(`The backup ${name} is damaged or can't be read: ${path}.`, { cause: error });
  }
}

/** Reads everything of a backup and returns its manifest. Throws an error that names a missing or damaged file. */
export async function checkStoredBackup(bucket: BackupBucket, name: string): Promise<Manifest> {
  const checked = new Set<string>();
  for (const [path, sha256] of await bucket.readChecksums(name)) {
    if (checked.has(sha256)) continue;
    for await (const _chunk of readFile(bucket, name, path, sha256));
    checked.add(sha256);
  }
  return bucket.readManifest(name);
}

/** Throws for a path that leads out of the folder of a backup. */
function assertInside(path: string): void {
  if (path.split('/').some((part) => ['', '.', '..'].includes(part)))
    throw new Error(`${path} is no path of a backup.`);
}

/** Copies a backup from the bucket into the folder, unless it is there. The checksum of each file is verified. */
export async function fetchBackup(bucket: BackupBucket, folder: BackupFolder, name: string): Promise<void> {
  const startedAt = parseBackupName(name);
  if (!startedAt) throw new Error(`${name} is no name of a backup.`);
  if ((await folder.list()).some((one) => one.name === name)) return;
  const text = await bucket.readChecksumText(name);
  await folder.create(startedAt, async (target) => {
    for (const [path, sha256] of parseChecksums(text)) {
      assertInside(path);
      const file = join(target, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const content = Readable.from(readFile(bucket, name, path, sha256));
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
    }
    await writeFile(join(target, checksumFile), text, { flag: 'wx', mode: 0o600, flush: true });
  });
}
