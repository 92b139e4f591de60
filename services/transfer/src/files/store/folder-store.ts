import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { notFound, unavailable } from '@plotline/kit/core/errors';
import { assertFileId, isFileId } from './file-id.js';
import type { FileStore, PutOptions, ReadOptions, StoredFile } from './file-store.js';
import { measureContent } from './measure-content.js';

/** Prefix of incomplete files. They are in the same folder, so that renaming is atomic. */
const unfinished = '.unfinished-';

/** Value of `Retry-After` in seconds. By then, an operator or the cleanup has probably made room. */
const fullRetrySeconds = 60;

function readCode(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined;
}

function isMissing(error: unknown): boolean {
  return readCode(error) === 'ENOENT';
}

/** Returns whether the disk is full or the disk quota of the user is used up. */
function isFull(error: unknown): boolean {
  const code = readCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeFile(path: string, content: AsyncIterable<Buffer>, options: PutOptions): Promise<StoredFile> {
  const { chunks, measure } = measureContent(content, options);
  const file = await open(path, 'wx', 0o600);
  try {
    // The stream closes the file. With `flush`, it waits until the disk has the data.
    await pipeline(chunks, file.createWriteStream({ flush: true }), options.signal ? { signal: options.signal } : {});
  } finally {
    await file.close();
  }
  return measure();
}

async function* readFile(path: string, { range, signal }: ReadOptions): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { ...range, ...(signal && { signal }) });
  try {
    yield* stream;
  } catch (error) {
    throw isMissing(error) ? notFound() : error;
  } finally {
    stream.destroy();
  }
}

async function findModified(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Creates a store of files in a local folder, or in a folder that all processes mount. Only the service's user can read
 * the files.
 */
export async function createFolderStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const toPath = (id: string) => {
    assertFileId(id);
    return join(folder, id);
  };

  async function put(id: string, content: AsyncIterable<Buffer>, options: PutOptions): Promise<StoredFile> {
    const path = toPath(id);
    const temporary = join(folder, `${unfinished}${randomUUID()}`);
    try {
      const stored = await writeFile(temporary, content, options);
      await rename(temporary, path);
      await syncFolder(folder);
      return stored;
    } catch (error) {
      await rm(temporary, { force: true });
      throw isFull(error) ? unavailable('The file store is full.', error, fullRetrySeconds) : error;
    }
  }

  async function size(id: string): Promise<number | undefined> {
    try {
      return (await stat(toPath(id))).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  // Removes unfinished files after a crash, instead of yielding them.
  async function* listOlder(before: Date): AsyncGenerator<string> {
    for await (const { name } of await opendir(folder)) {
      const isUnfinished = name.startsWith(unfinished);
      if (!isUnfinished && !isFileId(name)) continue;
      const modified = await findModified(join(folder, name));
      if (!modified || modified >= before) continue;
      if (isUnfinished) await rm(join(folder, name), { force: true });
      else yield name;
    }
  }

  return {
    put,
    read: (id, options = {}) => readFile(toPath(id), options),
    size,
    remove: (id) => rm(toPath(id), { force: true }),
    listOlder,
  };
}
