import { join } from 'node:path';
import type { BackupFolder } from '../folder/backup-folder.js';
import { findDamagedFiles } from '../folder/checksums.js';
import { restoreFiles } from '../folder/copy-files.js';
import { databasesOf, groupByUrl, type ServiceName } from '../model/databases.js';
import { collectionsOf, type Manifest } from '../model/manifest.js';
import { dropDatabases, restoreDatabases } from '../mongodb/restore-databases.js';

export interface RestoreRequest {
  readonly name: string;
  /** Services whose databases are restored. */
  readonly services: readonly ServiceName[];
  readonly urls: Readonly<Record<ServiceName, string>>;
  /** Folder with transfer's files. Empty if there is none. */
  readonly files: string;
  readonly drop: boolean;
}

/** Verifies the checksums of a backup and returns its manifest. Throws an error that names the damaged files. */
export async function checkBackup(folder: BackupFolder, name: string): Promise<Manifest> {
  const damaged = await findDamagedFiles(folder.pathOf(name));
  if (damaged.length > 0) throw new Error(`The backup ${name} is damaged: ${damaged.slice(0, 10).join(', ')}.`);
  return folder.readManifest(name);
}

/** Throws unless the backup contains the databases of all the services. */
function assertHas(manifest: Manifest, services: readonly ServiceName[]): void {
  const databases = new Set(collectionsOf(manifest).map(({ database }) => database));
  for (const service of services) {
    if (!databasesOf(service).some((database) => databases.has(database)))
      throw new Error(`The backup has no records of ${service}.`);
  }
}

/** Restores services from a backup. Verifies the checksums first, before anything is written. */
export async function restoreBackup(folder: BackupFolder, request: RestoreRequest): Promise<Manifest> {
  const { name, services, urls, files, drop } = request;
  const manifest = await checkBackup(folder, name);
  assertHas(manifest, services);
  const chosen = new Set(services.flatMap(databasesOf));
  for (const [url, databases] of groupByUrl(urls)) {
    const collections = collectionsOf(manifest).filter(
      ({ database }) => chosen.has(database) && databases.includes(database),
    );
    await restoreDatabases(url, folder.pathOf(name), collections, { rename: (database) => database, drop });
  }
  if (services.includes('transfer') && manifest.files && files !== '')
    await restoreFiles(join(folder.pathOf(name), 'files'), files);
  return manifest;
}

/** Prefix of databases that a trial restore writes and then drops. */
const trialPrefix = 'plotline_restore_trial_';

/**
 * Returns the name of a database for a trial restore. The prefix is short, because MongoDB limits names to 63 bytes.
 */
const toTrial = (database: string) => database.replace(/^plotline_/, trialPrefix);

/**
 * Restores everything into new databases of one MongoDB, compares counts and digests with those of the dump, and drops
 * the databases.
 */
export async function tryRestore(folder: BackupFolder, name: string, url: string): Promise<Manifest> {
  const manifest = await checkBackup(folder, name);
  const collections = collectionsOf(manifest);
  const databases = [...new Set(collections.map(({ database }) => toTrial(database)))];
  try {
    await restoreDatabases(url, folder.pathOf(name), collections, { rename: toTrial, drop: true });
  } finally {
    await dropDatabases(url, databases);
  }
  return manifest;
}
