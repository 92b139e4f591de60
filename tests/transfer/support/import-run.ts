import { hash } from 'node:crypto';
import type { Job, JobProgress } from '@plotline/kit/tasks/job';
import { createLog } from '@plotline/kit/telemetry/log';
import type { FileStore } from '@plotline/transfer/files/store/file-store';
import type { FailedRow } from '@plotline/transfer/imports/model/failed-row';
import { type ImportData, type ImportInput, initialState, noCounts } from '@plotline/transfer/imports/model/import';
import type { CreatedRecords } from '@plotline/transfer/imports/store/created-records';
import type { ImportErrors } from '@plotline/transfer/imports/store/import-errors';
import { createFinishCancelledImport } from '@plotline/transfer/imports/work/finish-cancelled-import';
import { createRunImport } from '@plotline/transfer/imports/work/run-import';
import { testCaller } from '../../support/test-runtime.js';
import { createStubRecords, type StubRecords } from './stub-records.js';

type Files = Pick<FileStore, 'read' | 'size'>;
type Write = (session: never) => Promise<void>;

/** Work on an import with its dependencies in memory. */
export interface ImportRun {
  readonly records: StubRecords;
  /** Last committed progress. */
  job: Job<ImportData>;
  /** Numbers of the stored failed rows. */
  readonly keptRows: number[];
  /** Errors of the failed rows. */
  readonly keptFaults: FailedRow['faults'][];
  /** Ids of the created records that were stored for an undo. */
  readonly createdIds: string[];
  /** Returns these rows in the file as JSON texts. */
  readonly keptValues: string[];
  /** Replaces the stored file. */
  content: string;
  /** Time on the workers' clock. */
  now: Date;
  /** Runs the work from the last commit on. The worker dies after that many further commits. */
  run(commitsUntilDeath?: number): Promise<void>;
  /** Runs the work of a worker that claims the job after it was cancelled. */
  finishCancelled(): Promise<void>;
}

/** Error that simulates the death of a worker. */
export class Death extends Error {}

const begin = new Date('2026-03-02T12:00:00.000Z');
const times = { created_at: begin, updated_at: begin, started_at: begin, finished_at: null };

function createJob(content: string, input: Partial<ImportInput>): Job<ImportData> {
  const { actor, scopes, plan, currency, country, timeZone } = testCaller();
  return {
    ...times,
    id: 'imp_01k9zq6h3m8v2x4c5b7n9p0rst',
    version: 1,
    kind: 'import',
    resource: 'leads',
    status: 'running',
    requested_by: { actor, scopes, plan, currency, country, timeZone },
    request_id: 'request-test',
    input: {
      ...{ resource: 'leads', mode: 'create', dry_run: false, on_duplicate: 'create' },
      ...{ format: 'csv', charset: null, separator: ',', columns: ['name', 'email'] },
      mapping: ['name', 'email'].map((name) => ({ column: name, field: name })),
      size: content.length,
      sha256: hash('sha256', content),
      ...input,
    },
    state: initialState,
    counts: noCounts,
    ...{ processed: 0, total: null, error: null, cancel_requested_at: null, resume_at: new Date() },
    ...{ lease_token: 'token', attempts: 1, lost_leases: 0 },
  };
}

export function createImportRun(content: string, input: Partial<ImportInput> = {}): ImportRun {
  const files: Files = {
    async *read() {
      // Reads in chunks, as from a disk.
      const bytes = Buffer.from(run.content);
      for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
    },
    size: async () => run.content.length,
  };
  const importErrors: Pick<ImportErrors, 'add'> = {
    add: async (_tenant, _id, rows) => {
      run.keptRows.push(...rows.map(({ row }) => row));
      run.keptFaults.push(...rows.map(({ faults }) => faults));
      run.keptValues.push(...rows.map(({ values }) => values));
    },
  };
  const createdRecords: Pick<CreatedRecords, 'add'> = {
    add: async (_tenant, _id, { ids }) => {
      run.createdIds.push(...ids);
    },
  };
  const run: ImportRun = {
    records: createStubRecords(),
    createdIds: [],
    job: createJob(content, input),
    keptRows: [],
    keptFaults: [],
    keptValues: [],
    content,
    now: begin,
    run: async (commitsUntilDeath = Infinity) => {
      let commits = 0;
      const commit = async (progress: JobProgress<ImportData>, write?: Write) => {
        if (commits >= commitsUntilDeath) throw new Death();
        commits += 1;
        return store(progress, write);
      };
      await createRunImport(options())(run.job, { ...context, commit });
    },
    finishCancelled: async () => {
      const { write, ...progress } =
        (await createFinishCancelledImport(options())(run.job, { ...context, commit: store })) ?? {};
      await store(progress, write);
    },
  };
  const context = {
    caller: () => testCaller(),
    signal: new AbortController().signal,
    log: createLog('test', 'silent'),
  };
  const options = () => ({
    files,
    recordImporter: run.records,
    importErrors,
    createdRecords,
    clock: () => run.now,
    pausesMs: [1, 1],
  });
  const store = async (progress: JobProgress<ImportData>, write: Write = async () => undefined) => {
    await Reflect.apply(write, undefined, [null]);
    run.job = { ...run.job, ...progress };
    return run.job;
  };
  return run;
}
