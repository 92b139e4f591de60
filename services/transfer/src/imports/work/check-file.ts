import { createHash } from 'node:crypto';
import { Problem } from '@plotline/kit/core/errors';
import type { Job } from '@plotline/kit/tasks/job';
import type { FileStore } from '../../files/store/file-store.js';
import { openFile } from '../../formats/work/open-file.js';
import type { ImportData, ImportInput } from '../model/import.js';

/** Returns how to read the file of an import. */
export function toFileDescription({ resource, format, charset, separator }: ImportInput) {
  return { resource, format, charset: charset ?? undefined, separator: separator ?? undefined };
}

async function countRecords(input: ImportInput, content: AsyncGenerator<Buffer>, signal: AbortSignal): Promise<number> {
  const { records } = await openFile(content, toFileDescription(input));
  let count = 0;
  for await (const { number } of records) {
    count = number;
    if (count % 1_000 === 0) signal.throwIfAborted();
  }
  return count;
}

/**
 * Makes sure that the stored file is the one that was sent, and resolves to the number of its records. Counts them when
 * the import starts, so that a file with an unreadable part is refused before anything is imported.
 */
export async function checkFile(
  files: Pick<FileStore, 'read'>,
  job: Job<ImportData>,
  signal: AbortSignal,
): Promise<number> {
  const { id, input, total } = job;
  const hash = createHash('sha256');
  async function* measure(): AsyncGenerator<Buffer> {
    for await (const chunk of files.read(id, { signal })) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const content = measure();
  try {
    const count = total ?? (await countRecords(input, content, signal));
    // Reads the rest, or all of it when the records were counted before.
    for await (const _chunk of content);
    if (hash.digest('hex') === input.sha256) return count;
  } finally {
    await content.return(undefined);
  }
  throw new Problem('INTERNAL_ERROR', 'The stored file differs from the one that was sent. Send it again.');
}
