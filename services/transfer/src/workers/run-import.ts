import { Problem } from '@plotline/kit/errors';
import type { Job } from '@plotline/kit/jobs/job';
import type { JobContext, RunJob } from '@plotline/kit/jobs/job-run';
import type { Clock } from '@plotline/kit/process/runtime';
import { chooseKeptRows } from '../domain/failed-row.js';
import type { ImportCounts, ImportData, ImportInput } from '../domain/import.js';
import type { FileStore } from '../files/file-store.js';
import { openFile } from '../formats/open-file.js';
import { createJsonMapper, createTextMapper } from '../formats/to-record.js';
import type { RecordImporter } from '../peers/record-importer.js';
import type { ImportErrors } from '../store/import-errors.js';
import { assertRepeatable } from './assert-repeatable.js';
import { checkFile, toFileDescription } from './check-file.js';
import { importChunk } from './import-chunk.js';
import { type Chunk, readChunks } from './import-chunks.js';

const defaultPausesMs = [250, 500, 1_000, 2_000, 4_000];

export interface ImportRunOptions {
  readonly files: Pick<FileStore, 'read' | 'size'>;
  readonly recordImporter: RecordImporter;
  readonly importErrors: Pick<ImportErrors, 'add'>;
  readonly clock: Clock;
  /** Before a call is repeated while the service that owns the records is away, such as while its processes are replaced. */
  readonly pausesMs?: readonly number[];
}

function createMapper({ resource, format, mapping }: ImportInput) {
  const byColumn = mapping && Object.fromEntries(mapping.map(({ column, field }) => [column, field]));
  return format === 'jsonl'
    ? createJsonMapper(resource, byColumn ?? undefined)
    : createTextMapper(resource, byColumn ?? {});
}

function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    failed: one.failed + other.failed,
  };
}

/** The items of a source, of which the next one is made while one is worked on. */
async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = source.next();
      // Looked at when its turn comes; it may fail before.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}

async function importChunks(
  { recordImporter, importErrors, clock, pausesMs = defaultPausesMs }: ImportRunOptions,
  job: Job<ImportData>,
  chunks: AsyncGenerator<Chunk>,
  context: JobContext<ImportData>,
): Promise<void> {
  let { state, counts } = job;
  for await (const chunk of readAhead(chunks)) {
    if (state === job.state) assertRepeatable(job, chunk, clock());
    const result = await importChunk(recordImporter, job, chunk, { ...context, pausesMs });
    const { kept, kept_rows, kept_length } = chooseKeptRows(state, result.failed);
    state = { row: chunk.lastRow, kept_rows, kept_length, committed_at: clock() };
    counts = addCounts(counts, result.counts);
    await context.commit({ state, counts, processed: chunk.lastRow }, (session) =>
      importErrors.add(context.caller(), job.id, kept, session),
    );
  }
}

/** Imports the rows of the file after the last one that was committed, chunk by chunk. */
export function createRunImport(options: ImportRunOptions): RunJob<ImportData> {
  const { files } = options;
  return async (job, context) => {
    if ((await files.size(job.id)) === undefined) {
      throw new Problem('INTERNAL_ERROR', 'The stored file is gone. Send it again.');
    }
    const total = await checkFile(files, job, context.signal);
    if (job.total === null) await context.commit({ total });
    const content = files.read(job.id, { signal: context.signal });
    try {
      const { records } = await openFile(content, toFileDescription(job.input));
      await importChunks(options, job, readChunks(records, job.state.row, createMapper(job.input)), context);
    } finally {
      await content.return(undefined);
    }
    return undefined;
  };
}
