import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '@plotline/kit/objects/bucket';
import type { Backup, BackupFolder } from '../folder/backup-folder.js';
import { type Checksums, checksumFile, parseChecksums } from '../folder/checksums.js';
import { parseBackupName } from '../model/backup-name.js';
import { type Manifest, manifestFile, parseManifest } from '../model/manifest.js';
import { verifyContent } from './verify-content.js';

/** Keys of the checksums of complete backups. */
const completePrefix = 'backups/';
/** Keys of the checksums of backups that are being uploaded or were removed. */
const unfinishedPrefix = 'unfinished/';
/** Keys of the content of files, by its SHA-256. Content that several backups have is stored once. */
const contentPrefix = 'content/';
/** Age at which no upload of this backup is running any more. */
const abandonedMs = 24 * 3_600_000;

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function readText(chunks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString('utf8');
}

/**
 * Backups in a bucket. A backup is complete when its checksums are under `backups/`. They are stored last and removed
 * first, because a bucket can't rename a folder.
 */
export class BackupBucket {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Returns the complete backups, the newest first. */
  async list(): Promise<Backup[]> {
    const found: Backup[] = [];
    for await (const { key } of this.#bucket.list(completePrefix)) {
      const name = key.slice(completePrefix.length);
      const startedAt = parseBackupName(name);
      if (startedAt) found.push({ name, startedAt });
    }
    return found.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  }

  /** Reads the checksums of a complete backup, as they are in its file. */
  readChecksumText(name: string): Promise<string> {
    return readText(this.#bucket.read(completePrefix + name));
  }

  async readChecksums(name: string): Promise<Checksums> {
    return parseChecksums(await this.readChecksumText(name));
  }

  /** Reads a file of a backup by its checksum. Throws at the end if the content is damaged. */
  readContent(sha256: string, path: string): AsyncGenerator<Buffer> {
    return verifyContent(this.#bucket.read(contentPrefix + sha256), sha256, path);
  }

  async readManifest(name: string): Promise<Manifest> {
    const sha256 = (await this.readChecksums(name)).get(manifestFile);
    if (sha256 === undefined) throw new Error(`The backup ${name} has no ${manifestFile}.`);
    return parseManifest(await readText(this.readContent(sha256, manifestFile)));
  }

  /** Stores a backup of the folder. Content that the newest backup of the bucket has isn't sent again. */
  async upload(folder: BackupFolder, name: string): Promise<void> {
    const path = folder.pathOf(name);
    const text = await readFile(join(path, checksumFile), 'utf8');
    await this.#bucket.put(unfinishedPrefix + name, once(text));
    const [newest] = await this.list();
    const stored = new Set(newest && (await this.readChecksums(newest.name)).values());
    for (const [file, sha256] of parseChecksums(text)) {
      if (stored.has(sha256)) continue;
      const content = verifyContent(createReadStream(join(path, file)), sha256, join(name, file));
      await this.#bucket.put(contentPrefix + sha256, content);
      stored.add(sha256);
    }
    await this.#bucket.put(completePrefix + name, once(text));
    await this.#bucket.remove(unfinishedPrefix + name);
  }

  /** Removes a backup. `removeAbandoned` removes its content later, as far as no other backup has it. */
  async remove(name: string): Promise<void> {
    await this.#bucket.put(unfinishedPrefix + name, once(await this.readChecksumText(name)));
    await this.#bucket.remove(completePrefix + name);
  }

  /** Removes the content of backups that were removed, or whose upload ended early, more than a day ago. */
  async removeAbandoned(now: Date): Promise<void> {
    const before = now.getTime() - abandonedMs;
    for await (const { key, storedAt } of this.#bucket.list(unfinishedPrefix)) {
      if (storedAt.getTime() > before) continue;
      const unused = new Set(parseChecksums(await readText(this.#bucket.read(key))).values());
      // Read again each time, because a backup may have been uploaded meanwhile.
      for (const { name } of await this.list()) {
        for (const sha256 of (await this.readChecksums(name)).values()) unused.delete(sha256);
      }
      for (const sha256 of unused) await this.#bucket.remove(contentPrefix + sha256);
      await this.#bucket.remove(key);
    }
  }
}
