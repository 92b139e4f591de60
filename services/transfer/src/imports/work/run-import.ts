import { Problem } from '@plotline/kit/core/errors';
import type { Clock } from '@plotline/kit/core/time';
import type { Job } from '@plotline/kit/tasks/job';
import type { JobContext, RunJob } from '@plotline/kit/tasks/job-work';
import type { FileStore } from '../../files/store/file-store.js';
import type { RecordImporter } from '../../peers/record-importer.js';
import type { ImportData } from '../model/import.js';
import type { CreatedRecords } from '../store/created-records.js';
import type { ImportErrors } from '../store/import-errors.js';
import { assertRepeatable } from './assert-repeatable.js';
import { checkFile, openImportFile } from './check-file.js';
import { importChunk } from './import-chunk.js';
import { addResult, createMapper } from './import-progress.js';
import { type Chunk, readChunks } from './read-chunks.js';

export const defaultPausesMs = [250, 500, 1_000, 2_000, 4_000];

export interface ImportRunOptions {
  readonly files: Pick<FileStore, 'read' | 'size'>;
  readonly recordImporter: RecordImporter;
  readonly importErrors: Pick<ImportErrors, 'add'>;
  readonly createdRecords: Pick<CreatedRecords, 'add'>;
  readonly clock: Clock;
  /**
   * Pauses before a call is repeated while the service that owns the records is unavailable, for example during a
   * release.
   */
  readonly pausesMs?: readonly number[];
}

/** Yields the items of a source. Prepares the next item while the current item is used. */
async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = source.next();
      // The error may occur earlier, but is handled when the item's turn comes.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

async function importChunks(
  { recordImporter, importErrors, createdRecords, clock, pausesMs = defaultPausesMs }: ImportRunOptions,
  job: Job<ImportData>,
  chunks: AsyncGenerator<Chunk>,
  context: JobContext<ImportData>,
): Promise<void> {
  let done: Pick<Job<ImportData>, 'input' | 'state' | 'counts'> = job;
  for await (const chunk of readAhead(chunks)) {
    if (done === job) assertRepeatable(job, chunk, clock());
    const result = await importChunk(recordImporter, { ...job, counts: done.counts }, chunk, { ...context, pausesMs });
    const { progress, kept } = addResult(done, chunk, result, clock());
    done = { ...progress, input: job.input };
    await context.commit(progress, async (session) => {
      await importErrors.add(context.caller(), job.id, kept, session);
      await createdRecords.add(context.caller(), job.id, { row: chunk.lastRecord, ids: result.created }, session);
    });
  }
}

/** Creates the job that imports the rows of the file, chunk by chunk. It starts after the last committed row. */
export function createRunImport(options: ImportRunOptions): RunJob<ImportData> {
  const { files } = options;
  return async (job, context) => {
    if ((await files.size(job.id)) === undefined) {
      throw new Problem('INTERNAL_ERROR', 'The stored file no longer exists. Send it again.');
    }
    const { total, evidence } = await checkFile(files, job, context.signal);
    const checked = job.total === null ? { ...job, total, state: { ...job.state, evidence } } : job;
    if (job.total === null) await context.commit({ total, state: checked.state });
    const content = files.read(job.id, { signal: context.signal });
    try {
      const { records } = await openImportFile(files, job, content, context.signal);
      await importChunks(options, checked, readChunks(records, job.state.row, createMapper(checked)), context);
    } finally {
      await content.return(undefined);
    }
    return undefined;
  };
}
