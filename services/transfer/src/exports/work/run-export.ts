import { Problem } from '@plotline/kit/core/errors';
import type { JobContext, RunJob } from '@plotline/kit/tasks/job-work';
import type { Context } from '../../context.js';
import { newFileId } from '../../files/store/file-id.js';
import { StateGone, type WalkPosition, walkBegin } from '../../peers/record-reader.js';
import { linkLifetimeMs, maxKeptBytes } from '../model/export.js';
import { type ExportData, type ExportJob, measureKeptFiles } from '../store/export-queue.js';
import { writeRecords } from './write-records.js';

const commitIntervalMs = 2_000;
/**
 * Maximum number of restarts of an export. A database state is only available for a limited time, but the next attempt
 * may be faster.
 */
const maxRestarts = 3;

type ExportContext = Pick<Context, 'exports' | 'recordReader' | 'files' | 'runtime'>;

const tooLarge = `Together, the downloadable export files would have more than ${maxKeptBytes} bytes. Narrow the export with filters, or wait until a link expires.`;

function explainTooLarge(error: unknown): never {
  const isTooLarge = error instanceof Problem && error.code === 'PAYLOAD_TOO_LARGE';
  throw isTooLarge ? new Problem('PAYLOAD_TOO_LARGE', tooLarge, { cause: error }) : error;
}

/** Work on an export in one process. */
class ExportRun {
  readonly #context: ExportContext;
  readonly #job: ExportJob;
  readonly #run: JobContext<ExportData>;
  #records = 0;

  constructor(context: ExportContext, job: ExportJob, run: JobContext<ExportData>) {
    this.#context = context;
    this.#job = job;
    this.#run = run;
  }

  /** Yields the records, all from one snapshot. Reports progress every few seconds. */
  async *#read(): AsyncGenerator<string> {
    const { resource, query } = this.#job.input;
    const { signal, caller, commit } = this.#run;
    let position: WalkPosition = walkBegin;
    let committedAt = Date.now();
    this.#records = 0;
    do {
      signal.throwIfAborted();
      const page = await this.#context.recordReader.readPage(caller(), { resource, query, withNames: true }, position);
      yield* page.records;
      this.#records += page.records.length;
      position = { after: page.next, snapshot: page.snapshot };
      if (Date.now() - committedAt < commitIntervalMs) continue;
      await commit({ processed: this.#records });
      committedAt = Date.now();
    } while (position.after !== '');
  }

  /** Writes the file from its beginning. The cleanup of files removes the files of other attempts. */
  async write(restarts: number) {
    const { resource, format, gzip, bom = false } = this.#job.input;
    // Each attempt has its own file, so that a worker without the lease can't replace the file of the current holder.
    const id = newFileId(this.#job.id);
    const { exports, files, runtime } = this.#context;
    const kept = await measureKeptFiles(exports, this.#run.caller(), runtime.clock());
    const content = writeRecords(this.#read(), { resource, format, isCompressed: gzip, hasByteOrderMark: bom });
    const maxBytes = Math.max(0, maxKeptBytes - kept.bytes);
    const stored = await files.put(id, content, { maxBytes, signal: this.#run.signal }).catch(explainTooLarge);
    const expires_at = new Date(runtime.clock().getTime() + linkLifetimeMs);
    const records = this.#records;
    const state = { restarts, file: { id, ...stored, expires_at } };
    return { state, counts: { records }, processed: records, total: records };
  }
}

/**
 * Creates the job that writes the file of an export. If the export's snapshot is no longer available, it restarts, up
 * to `maxRestarts` times.
 */
export function runExport(context: ExportContext): RunJob<ExportData> {
  return async (job, run) => {
    const attempt = new ExportRun(context, job, run);
    for (let { restarts } = job.state; ; restarts += 1) {
      try {
        return await attempt.write(restarts);
      } catch (error) {
        if (!(error instanceof StateGone)) throw error;
        if (restarts < maxRestarts) {
          await run.commit({ state: { restarts: restarts + 1, file: null }, processed: 0 });
          continue;
        }
        const message = 'Reading the records took too long. Narrow the export with filters.';
        throw new Problem('CONFLICT', message, { cause: error });
      }
    }
  };
}
