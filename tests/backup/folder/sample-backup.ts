import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupFolder } from '@plotline/backup/folder/backup-folder';
import { writeChecksums } from '@plotline/backup/folder/checksums';

/** Creates a complete backup with these files and a manifest without databases. Resolves to its name. */
export function createSampleBackup(
  folder: BackupFolder,
  startedAt: Date,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const times = { started_at: startedAt.toISOString(), finished_at: startedAt.toISOString() };
  const manifest = JSON.stringify({ format: 1, ...times, mongodb: [], files: null });
  return folder.create(startedAt, async (target) => {
    for (const [path, content] of Object.entries({ ...files, 'manifest.json': manifest })) {
      await mkdir(dirname(join(target, path)), { recursive: true });
      await writeFile(join(target, path), content);
    }
    await writeChecksums(target, new Map());
  });
}
