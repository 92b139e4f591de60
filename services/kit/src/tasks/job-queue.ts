import type { ClientSession } from 'mongoose';
import type { Answer } from '../core/answer.js';
import type { Caller, Tenant } from '../core/caller.js';
import { conflict } from '../core/errors.js';
import { newId } from '../core/ids.js';
import type { Command } from '../store/idempotency/command.js';
import type { ResetRule } from '../store/indexes.js';
import type { EntryInput } from '../store/journal/entry.js';
import { type AccessPaths, matchAny, matchTimeRanges, type TimeRanges } from '../store/lists/access-path.js';
import { type Listed, type ListQuery, listRecords } from '../store/lists/list.js';
import { planList } from '../store/lists/list-plan.js';
import { changeRecord, type Decision, noAnswer } from '../store/records/change-record.js';
import { KeyClaims } from '../store/records/external-ids.js';
import type { Filter } from '../store/records/records.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { withLock } from '../store/transactions/process-lock.js';
import { DeferredJobs } from './deferred-jobs.js';
import { type Job, type JobData, type JobStatus, jobIndexes, jobSchema } from './job.js';
import { cancelJob, restartJob } from './job-transitions.js';
import type { Suspensions } from './suspended-workspaces.js';

/** Maximum waiting jobs of a workspace; further ones are refused. */
const defaultMaxQueued = 20;
/** Maximum running jobs of a workspace. */
const defaultMaxRunning = 2;

export interface JobQueueOptions {
  /** Name of the collection. */
  readonly collection: string;
  /** Name of the jobs, such as `import`. */
  readonly kind: string;
  /** Prefix of their ids, such as `imp`. */
  readonly prefix: string;
  /** Rule for sandbox resets. By default, jobs are removed by `created_at`. */
  readonly reset?: ResetRule;
  /** Maximum waiting jobs of a workspace per mode. By default, 20. */
  readonly maxQueued?: number;
  /** Maximum running jobs of a workspace per mode. By default, 2. */
  readonly maxRunning?: number;
  /** Suspended workspaces, whose jobs wait. Default: the jobs of all workspaces run. */
  readonly suspensions?: Suspensions | undefined;
  /** Set if the jobs send no events. Then the journal only records changes made by requests and operators. */
  readonly isSilent?: boolean;
}

/** Fields of a new job; absent ones are empty. */
export interface NewJob<D extends JobData> {
  /** Id from `newId`, for a job whose parts are stored before the job. */
  readonly id?: string;
  readonly resource: string;
  readonly input: D['input'];
  readonly state: D['state'];
  readonly counts: D['counts'];
  readonly total?: number | null;
}

export interface JobListQuery extends ListQuery, TimeRanges {
  readonly status?: readonly JobStatus[];
}

/** The index finds the jobs. The filter by resource and requester is then applied to them. */
export const jobPaths: AccessPaths = {
  paths: [
    { index: 'status', fields: ['status'] },
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at' },
  ],
};

function toRecord<D extends JobData>(caller: Caller, kind: string, id: string, job: NewJob<D>, at: Date): Job<D> {
  const { actor, scopes, plan, currency, country, timeZone, requestId, traceparent } = caller;
  const { resource, input, state, counts, total = null } = job;
  return {
    id,
    version: 1,
    kind,
    resource,
    status: 'queued',
    requested_by: { actor, scopes, plan, currency, country, timeZone },
    request_id: requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
    input,
    state,
    counts,
    processed: 0,
    total,
    error: null,
    created_at: at,
    updated_at: at,
    started_at: null,
    finished_at: null,
    cancel_requested_at: null,
    resume_at: at,
    lease_token: null,
    attempts: 0,
    lost_leases: 0,
  };
}

/**
 * Jobs of one kind, stored in a collection of the service. Requests create, read and cancel them, and `createJobWorker`
 * runs them. By default, at most 20 jobs of a workspace may wait per mode.
 */
export class JobQueue<D extends JobData> extends DeferredJobs<Job<D>> {
  readonly kind: string;
  readonly maxRunning: number;
  readonly #maxQueued: number;
  readonly #isSilent: boolean;
  readonly #prefix: string;
  readonly #journal: StoreRuntime['journal'];
  readonly #claims: KeyClaims;

  constructor(runtime: Pick<StoreRuntime, 'collection' | 'journal'>, options: JobQueueOptions) {
    const { collection, kind, prefix, reset, maxQueued = defaultMaxQueued, maxRunning = defaultMaxRunning } = options;
    super(
      runtime.collection<Job<D>>({ name: collection, schema: jobSchema, indexes: jobIndexes, ...(reset && { reset }) }),
      options.suspensions,
    );
    this.kind = kind;
    this.maxRunning = maxRunning;
    this.#maxQueued = maxQueued;
    this.#isSilent = options.isSilent ?? false;
    this.#claims = new KeyClaims(runtime, `${collection}_locks`);
    this.#prefix = prefix;
    this.#journal = runtime.journal;
  }

  /** Returns an id for a new job. */
  newId(): string {
    return newId(this.#prefix);
  }

  /**
   * Serializes the transactions that count a workspace's jobs and change their number. If two run at the same time, one
   * runs again, so its count is still correct at the commit.
   */
  lock(tenant: Tenant, at: Date, session: ClientSession): Promise<void> {
    return this.#claims.claim(tenant, ['jobs'], at, session);
  }

  /**
   * Throws CONFLICT (`job_queue_full`) if no further job can wait. With this check, a request can be refused before its
   * file is read. `create` checks again.
   */
  async assertCapacity(tenant: Tenant, session?: ClientSession): Promise<void> {
    const maxQueued = this.#maxQueued;
    if (!Number.isFinite(maxQueued)) return;
    const options = { limit: maxQueued, hint: 'status', ...(session && { session }) };
    const queued = await this.collection.in(tenant).count({ status: 'queued' }, options);
    if (queued < maxQueued) return;
    throw conflict(
      `${maxQueued} jobs of this kind are already waiting. Try again when one has started.`,
      'job_queue_full',
      { limit: maxQueued },
    );
  }

  /**
   * Stores a job, the answer for its Idempotency-Key and the writes of `write` in one transaction. Rejects with
   * CONFLICT (`job_queue_full`) if too many jobs of the workspace already wait.
   */
  async create<A extends Answer | undefined>(
    { caller, claim }: Command,
    job: NewJob<D>,
    toAnswer: (job: Job<D>) => A,
    write: (session: ClientSession, job: Job<D>) => Promise<void> = async () => undefined,
  ): Promise<{ readonly job: Job<D>; readonly answer: A }> {
    const { kind } = this;
    const id = job.id ?? this.newId();
    const command = { caller, ...(claim && { claim }) };
    const commit = () =>
      this.#journal.commit(command, async (session, time) => {
        await this.lock(caller, time.at, session);
        await this.assertCapacity(caller, session);
        const record = toRecord(caller, kind, id, job, time.at);
        await this.collection.in(caller).insert([record], session);
        await write(session, record);
        const entry = { subject: id, type: 'created', description: `The ${kind} was requested.`, events: [] };
        return { entries: this.tell(entry), answer: toAnswer(record), result: record };
      });
    // The lock prevents conflicts between parallel requests of one workspace in this process.
    const key = `${caller.mode} ${caller.workspaceId} ${kind}`;
    const { answer, result } = await withLock(key, commit);
    this.announce();
    return { job: result, answer };
  }

  /** Returns the entries for the journal. Returns none if the jobs are silent. */
  tell(...entries: readonly EntryInput[]): readonly EntryInput[] {
    return this.#isSilent ? [] : entries;
  }

  /** Returns the job with that id, or null. */
  get(tenant: Tenant, id: string): Promise<Job<D> | null> {
    return this.collection.in(tenant).get(id);
  }

  /**
   * Reads a page of the workspace's jobs that match the query and the additional filter `narrowed`, such as a filter by
   * resource.
   */
  async list(tenant: Tenant, query: JobListQuery, narrowed: Filter = {}): Promise<Listed<Job<D>>> {
    const { status, sort } = query;
    const records = this.collection.in(tenant);
    const filter = { ...narrowed, ...(status && { status: matchAny(status) }), ...matchTimeRanges(query) };
    return listRecords(records, await planList(records, jobPaths, { filter, sort }), query);
  }

  /**
   * Cancels a job. A queued job ends immediately. A running job ends at its next commit, or when a worker has finished
   * it; its worker gets the request to abort. A repeated call changes nothing. Rejects with NOT_FOUND, or with CONFLICT
   * (`job_finished`) when the job is completed or failed.
   */
  async cancel<A extends Answer | undefined>(
    command: Command,
    id: string,
    toAnswer: (job: Job<D>) => A,
  ): Promise<{ readonly job: Job<D>; readonly answer: A }> {
    const changed = await this.#change(command, id, cancelJob, toAnswer);
    this.announce();
    return changed;
  }

  /** Queues a failed or cancelled job again, for operators. Ignores the limit on waiting jobs. */
  async restart(command: Command, id: string): Promise<Job<D>> {
    const { job } = await this.#change(command, id, restartJob, noAnswer);
    this.announce();
    return job;
  }

  async #change<A extends Answer | undefined>(
    command: Command,
    id: string,
    change: (job: Job<D>, at: Date) => Decision<Job<D>>,
    toAnswer: (job: Job<D>) => A,
  ): Promise<{ readonly job: Job<D>; readonly answer: A }> {
    const decide = (before: Job<D>, at: Date) => {
      const decision = change(before, at);
      const silent = decision.entries.map((entry) => ({ ...entry, events: [] }));
      return this.#isSilent ? { ...decision, entries: silent } : decision;
    };
    const { collection } = this;
    const { record: job, answer } = await changeRecord({
      collection,
      journal: this.#journal,
      command,
      id,
      decide,
      toAnswer,
    });
    return { job, answer };
  }
}
