import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBackupName, toBackupName } from '../model/backup-name.js';
import { type Manifest, manifestFile, parseManifest } from '../model/manifest.js';

/** Prefixes of folders that are being written or removed. With such a prefix, a folder doesn't count as a backup. */
const unfinished = '.unfinished-';
const removed = '.removed-';
/** Age after which such a folder is abandoned: its process must have ended. */
const abandonedMs = 24 * 3_600_000;

/** Complete backup in the folder. */
export interface Backup {
  readonly name: string;
  readonly startedAt: Date;
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Folder of backups. Removes only folders whose names are those of backups. */
export class BackupFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** Returns the complete backups, newest first. */
  async list(): Promise<Backup[]> {
    const entries = await readdir(this.path, { withFileTypes: true });
    return entries
      .flatMap(({ name }) => {
        const startedAt = parseBackupName(name);
        return startedAt ? [{ name, startedAt }] : [];
      })
      .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  }

  async readManifest(name: string): Promise<Manifest> {
    return parseManifest(await readFile(join(this.pathOf(name), manifestFile), 'utf8'));
  }

  /**
   * Creates a backup from what `write` puts into a new folder. Names the folder only when everything is on the disk, so
   * that every folder with a backup's name is complete.
   */
  async create(startedAt: Date, write: (folder: string) => Promise<void>): Promise<string> {
    const name = toBackupName(startedAt);
    const folder = this.pathOf(unfinished + name);
    await mkdir(folder, { mode: 0o700 });
    try {
      await write(folder);
      await syncFolder(folder);
      await rename(folder, this.pathOf(name));
      await syncFolder(this.path);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    return name;
  }

  /** Removes a backup. Renames its folder first, so that an interrupted removal leaves no incomplete backup. */
  async remove(name: string): Promise<void> {
    const hidden = this.pathOf(removed + name);
    await rename(this.pathOf(name), hidden);
    await rm(hidden, { recursive: true, force: true });
  }

  /** Removes abandoned folders: their processes ended while they wrote or removed a backup. */
  async removeAbandoned(now: Date): Promise<void> {
    for (const entry of await readdir(this.path)) {
      const prefix = [unfinished, removed].find((one) => entry.startsWith(one));
      if (prefix === undefined || !parseBackupName(entry.slice(prefix.length))) continue;
      const { mtimeMs } = await stat(this.pathOf(entry));
      if (now.getTime() - mtimeMs < abandonedMs) continue;
      await rm(this.pathOf(entry), { recursive: true, force: true });
    }
  }
}
