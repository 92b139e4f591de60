import { Problem } from '@plotline/kit/errors';
import type { Job } from '@plotline/kit/jobs/job';
import type { JobContext, RunJob } from '@plotline/kit/jobs/job-run';
import { chooseKeptRows } from '../domain/failed-row.js';
import type { ImportCounts, ImportData, ImportInput } from '../domain/import.js';
import type { FileStore } from '../files/file-store.js';
import { openFile } from '../formats/open-file.js';
import { createJsonMapper, createTextMapper } from '../formats/to-record.js';
import type { RecordImporter } from '../peers/record-importer.js';
import type { ImportErrors } from '../store/import-errors.js';
import { checkFile, toFileDescription } from './check-file.js';
import { importChunk } from './import-chunk.js';
import { type Chunk, readChunks } from './import-chunks.js';
import { workInFlight } from './work-in-flight.js';

/** Calls that are under way at a time: while the database works on one, the process of the owner prepares the other. */
const maxCalls = 2;

const defaultPausesMs = [250, 500, 1_000, 2_000, 4_000];

export interface ImportRunOptions {
  readonly files: Pick<FileStore, 'read' | 'size'>;
  readonly recordImporter: RecordImporter;
  readonly importErrors: Pick<ImportErrors, 'add'>;
  /** Before a call is repeated while the service that owns the records is away, such as while its processes are replaced. */
  readonly pausesMs?: readonly number[];
}

function createMapper({ resource, format, mapping }: ImportInput) {
  const byColumn = mapping && Object.fromEntries(mapping.map(({ column, field }) => [column, field]));
  return format === 'jsonl' ? createJsonMapper(byColumn ?? undefined) : createTextMapper(resource, byColumn ?? {});
}

function addCounts(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
    failed: one.failed + other.failed,
  };
}

/** The items of a source, of which the next one is made while one is worked on. A source that fails by the signal has ended. */
async function* readAhead<T>(source: AsyncGenerator<T>, signal: AbortSignal): AsyncGenerator<T> {
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
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await source.return(undefined);
  }
}

/**
 * Whether rows may be decided on while others are. New leads that may be duplicates depend on nothing but each other's external ids; units
 * and properties meet in the counters of properties.
 */
function mayOverlap({ resource, mode, on_duplicate }: ImportInput, chunk: Chunk, running: readonly Chunk[]): boolean {
  if (running.length >= maxCalls) return false;
  const isIndependent = resource === 'leads' && mode === 'create' && on_duplicate === 'create';
  const taken = (id: string) => running.some(({ externalIds }) => externalIds.has(id));
  return isIndependent && ![...chunk.externalIds].some(taken);
}

async function importChunks(
  { recordImporter, importErrors, pausesMs = defaultPausesMs }: ImportRunOptions,
  job: Job<ImportData>,
  chunks: AsyncGenerator<Chunk>,
  context: JobContext<ImportData>,
): Promise<void> {
  const { signal } = context;
  let { state, counts } = job;
  const imported = workInFlight(readAhead(chunks, signal), {
    work: (chunk) => importChunk(recordImporter, job, chunk, { ...context, pausesMs }),
    mayBegin: (chunk, running) => mayOverlap(job.input, chunk, running),
  });
  for await (const { item: chunk, result } of imported) {
    const { kept, kept_rows, kept_length } = chooseKeptRows(state, result.failed);
    state = { row: chunk.lastRow, kept_rows, kept_length };
    counts = addCounts(counts, result.counts);
    const stored = context.commit({ state, counts, processed: chunk.lastRow }, (session) =>
      importErrors.add(context.caller(), job.id, kept, session),
    );
    // When the job is to stop, this tells so after it has stored. What else is under way is counted, too, as its rows are stored.
    await stored.catch((error: unknown) => {
      if (error !== signal.reason) throw error;
    });
  }
  signal.throwIfAborted();
}

/** Imports the rows of the file after the last one that was committed, and commits chunk by chunk, in the order of the file. */
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
