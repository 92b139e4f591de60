import { createHash } from 'node:crypto';
import { Problem } from '@plotline/kit/core/errors';
import type { Job } from '@plotline/kit/tasks/job';
import { createFileSource } from '../../files/store/file-source.js';
import type { FileStore } from '../../files/store/file-store.js';
import { type OpenedFile, openFile } from '../../formats/work/open-file.js';
import { type ColumnEvidence, EvidenceCollector } from '../model/column-evidence.js';
import type { ImportData, ImportInput } from '../model/import.js';
import { toConversion, toSourceDescription } from './import-progress.js';

/** Returns the information that is needed to read the file of an import. */
function toFileDescription({ resource, format, charset, separator, sheet }: ImportInput) {
  return { resource, format, charset: charset ?? undefined, separator: separator ?? undefined, sheet };
}

/** Opens the file of an import for a pass over its records. */
export function openImportFile(
  files: Pick<FileStore, 'read'>,
  { id, input }: Pick<Job<ImportData>, 'id' | 'input'>,
  content: AsyncGenerator<Buffer>,
  signal: AbortSignal,
): Promise<OpenedFile> {
  return openFile(content, toFileDescription(input), createFileSource(files, id, input.size, signal));
}

/** Result of the first pass through a file. */
export interface CheckedFile {
  readonly total: number;
  readonly evidence: readonly ColumnEvidence[];
}

async function readRecords(input: ImportInput, opened: Promise<OpenedFile>, signal: AbortSignal): Promise<CheckedFile> {
  const { records } = await opened;
  const collector = new EvidenceCollector(toSourceDescription(input), toConversion(input));
  let count = 0;
  for await (const record of records) {
    count += 1;
    collector.add(record);
    if (count % 1_000 === 0) signal.throwIfAborted();
  }
  return { total: count, evidence: collector.toEvidence() };
}

/**
 * Checks that the stored file is the one that was sent. Resolves to the number of its records and the notation of its
 * columns. Reads all records when the import starts, so that a file with an unreadable part is refused before anything
 * is imported. It also makes sure that all rows are converted in the same way.
 */
export async function checkFile(
  files: Pick<FileStore, 'read'>,
  job: Job<ImportData>,
  signal: AbortSignal,
): Promise<CheckedFile> {
  const { id, input, state, total } = job;
  const hash = createHash('sha256');
  async function* measure(): AsyncGenerator<Buffer> {
    for await (const chunk of files.read(id, { signal })) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const content = measure();
  try {
    const known = total === null ? undefined : { total, evidence: state.evidence ?? [] };
    const checked = known ?? (await readRecords(input, openImportFile(files, job, content, signal), signal));
    // Reads the rest of the file, or all of it if the records were counted before.
    for await (const _chunk of content);
    if (hash.digest('hex') === input.sha256) return checked;
  } finally {
    await content.return(undefined);
  }
  throw new Problem('INTERNAL_ERROR', 'The stored file differs from the one that was sent. Send it again.');
}
