import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { BackupFolder } from '../folder/backup-folder.js';
import { readChecksums, writeChecksums } from '../folder/checksums.js';
import { copyFiles } from '../folder/copy-files.js';
import { type DumpedDatabases, type Manifest, manifestFile } from '../model/manifest.js';
import { type Retention, selectExpired } from '../model/retention.js';
import { dumpDatabases } from '../mongodb/dump-databases.js';

export interface BackupSources {
  /** Names of the databases by the address of their MongoDB. */
  readonly databases: ReadonlyMap<string, readonly string[]>;
  /** Folder with transfer's files. Empty if there is none. */
  readonly files: string;
}

const filesFolder = 'files';

/** Copies the files and returns the checksums of the files that are links to the previous backup. */
async function backUpFiles(folder: BackupFolder, target: string, files: string) {
  const [previous] = await folder.list();
  const path = previous && join(folder.pathOf(previous.name), filesFolder);
  const { linked, ...copied } = await copyFiles(files, join(target, filesFolder), path);
  const known = new Map<string, string>();
  if (previous === undefined || linked.length === 0) return { copied, known };
  const former = await readChecksums(folder.pathOf(previous.name));
  for (const name of linked) {
    const file = `${filesFolder}/${name}`;
    const hash = former.get(file);
    if (hash !== undefined) known.set(file, hash);
  }
  return { copied, known };
}

async function dumpAll(databases: BackupSources['databases'], target: string): Promise<DumpedDatabases[]> {
  const dumped: DumpedDatabases[] = [];
  for (const [url, names] of databases) {
    const prepare = async () => {
      for (const name of names) await rm(join(target, 'mongodb', name), { recursive: true, force: true });
    };
    dumped.push(await dumpDatabases(url, names, target, prepare));
  }
  return dumped;
}

/** Makes a backup and returns its name. */
async function makeBackup(folder: BackupFolder, { databases, files }: BackupSources): Promise<string> {
  const startedAt = new Date();
  return folder.create(startedAt, async (target) => {
    await mkdir(join(target, 'mongodb'), { mode: 0o700 });
    const mongodb = await dumpAll(databases, target);
    // The files come after the databases. So every file that a dumped record names is copied, unless it was deleted
    // since.
    const backedUp = files === '' ? undefined : await backUpFiles(folder, target, files);
    const finishedAt = new Date();
    const manifest: Manifest = {
      format: 1,
      started_at: startedAt.toISOString(),
      finished_at: finishedAt.toISOString(),
      mongodb,
      files: backedUp?.copied ?? null,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(target, manifestFile), text, { flag: 'wx', mode: 0o600, flush: true });
    await writeChecksums(target, backedUp?.known ?? new Map<string, string>());
  });
}

/** Makes a backup, then removes the backups that the rules no longer keep. */
export async function backUp(
  folder: BackupFolder,
  sources: BackupSources,
  retention: Retention,
  log: Logger,
): Promise<void> {
  const name = await makeBackup(folder, sources);
  const { mongodb, files } = await folder.readManifest(name);
  const documents = mongodb.flatMap(({ collections }) => collections).reduce((sum, one) => sum + one.documents, 0);
  log.info({ backup: name, documents, files: files?.count ?? 0 }, 'backup made');
  for (const { name: old } of selectExpired(await folder.list(), retention)) {
    await folder.remove(old);
    log.info({ backup: old }, 'backup removed');
  }
  await folder.removeAbandoned(new Date());
}
