import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { createSystemCaller, type Mode, type Tenant } from '../core/caller.js';
import { backgroundBudgetMs } from '../core/time.js';
import type { Filter, Owned } from '../store/records/records.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { runInTransaction } from '../store/transactions/transaction.js';
import { isOpen, type Job, type JobData, type JobEnd, type JobError, type JobProgress } from './job.js';
import type { JobQueue } from './job-queue.js';
import { endFields, toEndEntry } from './job-transitions.js';
import { type JobWrite, toJobCaller } from './job-work.js';
import { observeJobEnd } from './task-metrics.js';

/** Time for which a worker keeps its job without renewing the lease. */
export const leaseMs = 15_000;

/** Thrown when another worker has the job, or the job's record was deleted. This worker can store nothing more. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of the job was lost.');
    this.name = 'LeaseLost';
  }
}

/** A job that this process works on. */
export interface ClaimedJob<D extends JobData> {
  readonly tenant: Tenant;
  readonly job: Job<D>;
  readonly token: string;
}

/**
 * Result of a workspace's turn: an expired job to remove, or a claimed job. `claimed` is null if the workspace may run
 * no further job, or if another worker was faster.
 */
export interface Turn<D extends JobData> {
  readonly workspaceId: string;
  readonly expired?: Owned<Job<D>>;
  readonly claimed: ClaimedJob<D> | null;
}

/**
 * Removes everything that belongs to an expired job, such as its files, before its record is removed. May be called
 * again.
 */
export type OnExpire<D extends JobData> = (job: Owned<Job<D>>, mode: Mode) => Promise<void>;

/** Pause before the next attempt to remove an expired job. */
const removalRetryMs = 3_600_000;

/** Values that are stored with the end of a job. */
export interface EndOptions<D extends JobData> {
  readonly progress?: JobProgress<D>;
  readonly error?: JobError;
  readonly write?: JobWrite;
}

const nothing: JobWrite = async () => undefined;

/**
 * Changes that workers make to the jobs of a queue. All of them except claiming need the token of the current lease.
 */
export class JobClaims<D extends JobData> {
  readonly #queue: JobQueue<D>;
  readonly #runtime: Pick<StoreRuntime, 'databases' | 'journal' | 'clock' | 'metrics'>;

  constructor(queue: JobQueue<D>, runtime: Pick<StoreRuntime, 'databases' | 'journal' | 'clock' | 'metrics'>) {
    this.#queue = queue;
    this.#runtime = runtime;
  }

  /** Returns the time `ms` milliseconds from now. */
  later(ms: number): Date {
    return new Date(this.#runtime.clock().getTime() + ms);
  }

  /**
   * Takes a due job of the next workspace that has one. Claims the job, or returns it for removal if it has expired.
   * Returns null when no job is due.
   */
  async claimNext(mode: Mode): Promise<Turn<D> | null> {
    const now = this.#runtime.clock();
    const [next] = await this.#queue.findNext(mode, now, 1);
    if (!next) return null;
    const { workspace_id: workspaceId, status } = next;
    const tenant = { workspaceId, mode };
    if (!isOpen(next)) return { workspaceId, expired: next, claimed: null };
    const begun = status === 'running' ? next : await this.#findBegun(tenant, now);
    return { workspaceId, claimed: await this.#claim(tenant, begun ?? next) };
  }

  /**
   * Finds a due job that has already started. It takes precedence over queued jobs, because it already counts as
   * running.
   */
  async #findBegun(tenant: Tenant, now: Date): Promise<Job<D> | undefined> {
    const filter = { status: 'running', resume_at: { $lte: now } };
    const [begun] = await this.#queue.collection.in(tenant).find(filter, { limit: 1, hint: 'status' });
    return begun;
  }

  async #claim(tenant: Tenant, candidate: Job<D>): Promise<ClaimedJob<D> | null> {
    const records = this.#queue.collection.in(tenant);
    const now = this.#runtime.clock();
    const { id, version, started_at } = candidate;
    const token = randomUUID();
    const update = {
      $set: {
        status: 'running',
        lease_token: token,
        resume_at: this.later(leaseMs),
        started_at: started_at ?? now,
        ...(candidate.status === 'queued' && { updated_at: now }),
      },
      // A worker that returns a job to the queue clears the token. So a token that is still set belongs to an expired
      // lease.
      $inc: { version: 1, attempts: 1, ...(candidate.lease_token !== null && { lost_leases: 1 }) },
    };
    // Renewing a lease doesn't change the version, so the time shows whether the job was claimed or renewed in the
    // meantime.
    const unchanged = { _id: id, version, resume_at: candidate.resume_at };
    const claim = (session?: ClientSession) => records.findAndUpdate(unchanged, update, session && { session });
    const job = await (candidate.status === 'running' ? claim() : this.#begin(tenant, claim));
    return job && { tenant, job, token };
  }

  /**
   * Starts a queued job unless the workspace already runs its maximum. The lock keeps the count correct until the
   * commit.
   */
  async #begin(tenant: Tenant, begin: (session: ClientSession) => Promise<Job<D> | null>): Promise<Job<D> | null> {
    const records = this.#queue.collection.in(tenant);
    const isFull = async (session?: ClientSession) => {
      const { maxRunning } = this.#queue;
      const options = { limit: maxRunning, hint: 'status', ...(session && { session }) };
      return (await records.count({ status: 'running' }, options)) >= maxRunning;
    };
    if (await isFull()) return null;
    const { databases, clock } = this.#runtime;
    return runInTransaction(databases[tenant.mode], Date.now() + backgroundBudgetMs, async (session) => {
      await this.#queue.lock(tenant, clock(), session);
      return (await isFull(session)) ? null : begin(session);
    });
  }

  /** Updates the job if this worker still holds its lease. Resolves to the stored job. Throws LeaseLost. */
  async #change({ tenant, job, token }: ClaimedJob<D>, update: Filter, session?: ClientSession): Promise<Job<D>> {
    const held = { _id: job.id, lease_token: token };
    const stored = await this.#queue.collection.in(tenant).findAndUpdate(held, update, session && { session });
    if (!stored) throw new LeaseLost();
    return stored;
  }

  /** Renews the lease. Resolves to whether someone requested to cancel the job. Throws LeaseLost. */
  async renew(claimed: ClaimedJob<D>): Promise<boolean> {
    const { cancel_requested_at } = await this.#change(claimed, { $set: { resume_at: this.later(leaseMs) } });
    return cancel_requested_at !== null;
  }

  /**
   * Stores the progress of the job and the writes of `write` in one transaction, and renews the lease. Resolves to the
   * stored job. Throws LeaseLost.
   */
  commit(claimed: ClaimedJob<D>, progress: JobProgress<D>, write = nothing): Promise<Job<D>> {
    const { databases, clock } = this.#runtime;
    const { mode } = claimed.tenant;
    return runInTransaction(databases[mode], Date.now() + backgroundBudgetMs, async (session) => {
      const fields = { ...progress, attempts: 0, lost_leases: 0, updated_at: clock(), resume_at: this.later(leaseMs) };
      const stored = await this.#change(claimed, { $set: fields, $inc: { version: 1 } }, session);
      await write(session);
      return stored;
    });
  }

  /**
   * Ends the job. Stores its end, the internal event about it and the writes of `write` in one transaction. Resolves to
   * the stored job. Throws LeaseLost.
   */
  async end(claimed: ClaimedJob<D>, status: JobEnd, options: EndOptions<D> = {}): Promise<Job<D>> {
    const { progress = {}, error } = options;
    const write: JobWrite = options.write ?? nothing;
    const { tenant, job } = claimed;
    const caller =
      status === 'completed'
        ? toJobCaller(tenant, job)
        : createSystemCaller(tenant, job.kind, job.request_id, { traceparent: job.traceparent });
    const { result } = await this.#runtime.journal.commit({ caller }, async (session, time) => {
      const fields = { ...progress, ...endFields(status, time.at, error) };
      const stored = await this.#change(claimed, { $set: fields, $inc: { version: 1 } }, session);
      await write(session);
      return { entries: this.#queue.tell(toEndEntry(stored, status)), result: stored };
    });
    observeJobEnd(this.#runtime.metrics.registry, result, status);
    return result;
  }

  /**
   * Returns the job to the queue, with additional fields to store. It continues from its last commit at `resume_at`.
   * Throws LeaseLost.
   */
  async reschedule(claimed: ClaimedJob<D>, resume_at: Date, fields: Filter = {}): Promise<void> {
    await this.#change(claimed, { $set: { ...fields, lease_token: null, resume_at }, $inc: { version: 1 } });
  }

  /**
   * Removes everything that belongs to an expired job, and then the job. Resolves to false if another worker was
   * faster.
   */
  async remove(job: Owned<Job<D>>, mode: Mode, onExpire: OnExpire<D>): Promise<boolean> {
    const records = this.#queue.collection.in({ workspaceId: job.workspace_id, mode });
    const { id: _id, version, resume_at } = job;
    const later = { $set: { resume_at: this.later(removalRetryMs) } };
    if (!(await records.update({ _id, version, resume_at }, later))) return false;
    await onExpire(job, mode);
    await records.delete({ _id, version });
    return true;
  }
}
