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

/** How long a worker that shows no sign of life keeps a job. */
export const leaseMs = 15_000;

/** Another worker has the job, or its record is gone: nothing that this one does is stored any more. */
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
 * Result of a workspace's turn: an ended job to remove, or a claimed job; null if the workspace may run no further job
 * or another worker was faster.
 */
export interface Turn<D extends JobData> {
  readonly workspaceId: string;
  readonly expired?: Owned<Job<D>>;
  readonly claimed: ClaimedJob<D> | null;
}

/**
 * Removes what belongs to a job, such as its files, before the record of an expired one is removed. May be called
 * again.
 */
export type OnExpire<D extends JobData> = (job: Owned<Job<D>>, mode: Mode) => Promise<void>;

/** When the removal of an expired job is tried again after a failure. */
const removalRetryMs = 3_600_000;

/** Values that are stored with the end of a job. */
export interface EndOptions<D extends JobData> {
  readonly progress?: JobProgress<D>;
  readonly error?: JobError;
  readonly write?: JobWrite;
}

const nothing: JobWrite = async () => undefined;

/** Operations of workers on the jobs of a queue. All but the claim is fenced: it needs the token of the lease. */
export class JobClaims<D extends JobData> {
  readonly #queue: JobQueue<D>;
  readonly #runtime: Pick<StoreRuntime, 'databases' | 'journal' | 'clock'>;

  constructor(queue: JobQueue<D>, runtime: Pick<StoreRuntime, 'databases' | 'journal' | 'clock'>) {
    this.#queue = queue;
    this.#runtime = runtime;
  }

  /** The time so many milliseconds from now. */
  later(ms: number): Date {
    return new Date(this.#runtime.clock().getTime() + ms);
  }

  /** Claims a job of the next workspace that has one to be worked on, or removed; null when none has. */
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
   * A due job that was begun. It has its place among those that run, which the others wait for, however many these are.
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
      // A worker that gives a job back takes its token away; one that is still there is of a lease that ran out.
      $inc: { version: 1, attempts: 1, ...(candidate.lease_token !== null && { lost_leases: 1 }) },
    };
    // The time tells whether it was claimed or renewed meanwhile: renewing leaves the version.
    const unchanged = { _id: id, version, resume_at: candidate.resume_at };
    const claim = (session?: ClientSession) => records.findAndUpdate(unchanged, update, session && { session });
    const job = await (candidate.status === 'running' ? claim() : this.#begin(tenant, claim));
    return job && { tenant, job, token };
  }

  /** Has a queued job begin, unless as many of the workspace as may have begun; the lock makes the count hold. */
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

  /** Resolves to the job as stored. Throws LeaseLost. */
  async #change({ tenant, job, token }: ClaimedJob<D>, update: Filter, session?: ClientSession): Promise<Job<D>> {
    const held = { _id: job.id, lease_token: token };
    const stored = await this.#queue.collection.in(tenant).findAndUpdate(held, update, session && { session });
    if (!stored) throw new LeaseLost();
    return stored;
  }

  /** Keeps the lease; resolves to whether the job is to be cancelled. Throws LeaseLost. */
  async renew(claimed: ClaimedJob<D>): Promise<boolean> {
    const { cancel_requested_at } = await this.#change(claimed, { $set: { resume_at: this.later(leaseMs) } });
    return cancel_requested_at !== null;
  }

  /**
   * Stores how far the work has come, with what `write` stores, in one transaction, and keeps the lease. Resolves to
   * the job as stored. Throws LeaseLost.
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
   * Ends the job, with the internal event that tells of it and what `write` stores, in one transaction. Resolves to the
   * job as stored. Throws LeaseLost.
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
    return result;
  }

  /** Gives the job back, to go on at that time from its last commit, with further fields to store. Throws LeaseLost. */
  async reschedule(claimed: ClaimedJob<D>, resume_at: Date, fields: Filter = {}): Promise<void> {
    await this.#change(claimed, { $set: { ...fields, lease_token: null, resume_at }, $inc: { version: 1 } });
  }

  /** Removes an expired job, and before it what belongs to it. False when another worker was faster. */
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
