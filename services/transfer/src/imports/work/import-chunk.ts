import { setTimeout as sleep } from 'node:timers/promises';
import { type Problem, toProblem, unavailable } from '@plotline/kit/core/errors';
import type { Job } from '@plotline/kit/tasks/job';
import type { JobContext } from '@plotline/kit/tasks/job-work';
import { type ImportedRow, ImportOutcome } from '@plotline/protos/plotline/records/v1/records';
import type { RecordImporter } from '../../peers/record-importer.js';
import type { FailedRow } from '../model/failed-row.js';
import type { ImportCounts, ImportData } from '../model/import.js';
import { maxSampleRows, type SampleRow } from '../model/sample-row.js';
import type { Chunk } from './read-chunks.js';

/**
 * Seconds for which a job pauses if the service that owns the records is still unavailable after the retries. Other
 * jobs run during the pause. The job then continues from its last commit.
 */
const waitSeconds = 15;

/** Results of a chunk's rows. */
export interface ChunkResult {
  readonly counts: ImportCounts;
  /** Failed rows in file order. */
  readonly failed: readonly FailedRow[];
  /** First rows as they are, or would be, stored. */
  readonly checked: readonly SampleRow[];
  /** Ids of the created records; none in a dry run. */
  readonly created: readonly string[];
}

function isOutage(problem: Problem): boolean {
  return problem.code === 'SERVICE_UNAVAILABLE' || problem.reason === 'record_busy';
}

export interface ChunkContext extends Pick<JobContext<ImportData>, 'caller' | 'signal' | 'commit'> {
  readonly pausesMs: readonly number[];
}

interface PatientContext {
  readonly signal: AbortSignal;
  commit(progress: Readonly<Record<string, never>>): Promise<unknown>;
  readonly pausesMs: readonly number[];
}

/**
 * Repeats the call while the service that owns the records is unavailable. Throws if all retries fail. The job then
 * pauses.
 */
export async function callPatiently<T>(
  { signal, commit, pausesMs }: PatientContext,
  call: () => Promise<T>,
): Promise<T> {
  for (const pauseMs of [...pausesMs, null]) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!isOutage(toProblem(error))) throw error;
      if (pauseMs !== null) await sleep(pauseMs, undefined, { signal });
      else {
        // An empty commit resets the attempts, so that they don't run out during a long outage.
        await commit({});
        throw unavailable('The service that owns the records is not available.', error, waitSeconds);
      }
    }
  }
  throw new Error('The last call neither succeeded nor failed.');
}

/** Returns the first rows with their errors, in file order. */
function sampleRows({ rows, unreadable, getSource }: Chunk, results: readonly ImportedRow[]): readonly SampleRow[] {
  const sent = rows.slice(0, maxSampleRows).map(({ number, record, partial_record }, place) => {
    return { row: getSource(number).row, record: record || partial_record, faults: results[place]?.faults ?? [] };
  });
  const others = unreadable.slice(0, maxSampleRows).map(({ row, faults }) => ({ row, record: '{}', faults }));
  return [...sent, ...others].sort((one, other) => one.row - other.row).slice(0, maxSampleRows);
}

function listCreated({ input }: Job<ImportData>, results: readonly ImportedRow[]): string[] {
  if (input.dry_run) return [];
  return results.filter(({ outcome }) => outcome === ImportOutcome.IMPORT_OUTCOME_CREATED).map(({ id }) => id);
}

function sumUp(job: Job<ImportData>, chunk: Chunk, results: readonly ImportedRow[]): ChunkResult {
  const { rows, unreadable, getSource } = chunk;
  if (results.length !== rows.length) throw new Error('The answer and the request differ in their number of rows.');
  const count = (outcome: ImportOutcome) => results.filter((result) => result.outcome === outcome).length;
  const refused = results
    .filter(({ outcome }) => outcome === ImportOutcome.IMPORT_OUTCOME_FAILED)
    .map(({ number, faults }) => ({ ...getSource(number), faults }));
  return {
    counts: {
      created: count(ImportOutcome.IMPORT_OUTCOME_CREATED),
      updated: count(ImportOutcome.IMPORT_OUTCOME_UPDATED),
      unchanged: count(ImportOutcome.IMPORT_OUTCOME_UNCHANGED),
      failed: refused.length + unreadable.length,
    },
    failed: [...unreadable, ...refused].sort((one, other) => one.row - other.row),
    checked: sampleRows(chunk, results),
    created: listCreated(job, results),
  };
}

function toRequest({ id, input, counts }: Job<ImportData>, { rows }: Chunk) {
  const { resource, mode, dry_run, on_duplicate } = input;
  return {
    import_id: id,
    resource,
    mode,
    dry_run,
    on_duplicate: on_duplicate ?? '',
    rows: [...rows],
    only_kept: false,
    created_before: dry_run ? counts.created : 0,
  };
}

/**
 * Imports the rows of a chunk. Repeating the same chunk gives the same result. The counts of `job` are those of the
 * chunks before.
 */
export async function importChunk(
  recordImporter: RecordImporter,
  job: Job<ImportData>,
  chunk: Chunk,
  context: ChunkContext,
): Promise<ChunkResult> {
  if (chunk.rows.length === 0) return sumUp(job, chunk, []);
  const request = toRequest(job, chunk);
  const results = await callPatiently(context, () => recordImporter.importRows(context.caller(), request));
  return sumUp(job, chunk, results);
}

/**
 * Returns the result of a chunk that is already imported and whose answer is stored; otherwise null. Imports nothing.
 */
export async function findKeptResult(
  recordImporter: RecordImporter,
  job: Job<ImportData>,
  chunk: Chunk,
  context: ChunkContext,
): Promise<ChunkResult | null> {
  if (chunk.rows.length === 0) return null;
  const request = { ...toRequest(job, chunk), only_kept: true };
  const results = await callPatiently(context, () => recordImporter.importRows(context.caller(), request));
  return results.length === 0 ? null : sumUp(job, chunk, results);
}
