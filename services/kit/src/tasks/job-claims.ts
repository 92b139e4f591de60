import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { type Caller, createSystemCaller, type Mode, type Tenant } from '../core/caller.js';
import { backgroundBudgetMs } from '../core/deadline.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { runInTransaction } from '../store/transactions/transaction.js';
import { findDueInTurn } from './due-work.js';
import type { Job, JobData, JobEnd, JobError, JobProgress } from './job.js';
import { endFields, toEndEntry } from './job-end.js';
import type { JobQueue } from './job-queue.js';

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

/** What was claimed in a workspace's turn: null when it may run no further job, or another worker was faster. */
export interface Turn<D extends JobData> {
  readonly workspaceId: string;
  readonly claimed: ClaimedJob<D> | null;
}

/** Writes that are made with the progress of a job, or its end, in one transaction. */
export type JobWrite = (session: ClientSession) => Promise<void>;

/** What is stored with the end of a job. */
export interface EndOptions<D extends JobData> {
  readonly progress?: JobProgress<D>;
  readonly error?: JobError;
  readonly write?: JobWrite;
}

const nothing: JobWrite = async () => undefined;

/** On whose behalf a job is worked on, with a deadline from now. */
export function toJobCaller(tenant: Tenant, job: Job, budgetMs = backgroundBudgetMs): Caller {
  const { requested_by, request_id, traceparent } = job;
  return {
    ...requested_by,
    workspaceId: tenant.workspaceId,
    mode: tenant.mode,
    requestId: request_id,
    ...(traceparent === undefined ? {} : { traceparent }),
    deadline: Date.now() + budgetMs,
  };
}

/** What workers do with the jobs of a queue. All but the claim is fenced: it needs the token of the lease. */
export class JobClaims<D extends JobData> {
  readonly #queue: JobQueue<D>;
  readonly #runtime: Pick<StoreRuntime, 'databases' | 'journal' | 'clock'>;

  constructor(queue: JobQueue<D>, runtime: Pick<StoreRuntime, 'databases' | 'journal' | 'clock'>) {
    this.#queue = queue;
    this.#runtime = runtime;
  }

  #dueIn(ms: number): Date {
    return new Date(this.#runtime.clock().getTime() + ms);
  }

  /** Claims a job of the next workspace after `after` that has one to be worked on; null when none has. */
  async claimNext(mode: Mode, after: string): Promise<Turn<D> | null> {
    const now = this.#runtime.clock();
    const [next] = await findDueInTurn(this.#queue.collection, mode, now, 1, after);
    if (!next) return null;
    const { workspace_id: workspaceId, status } = next;
    const tenant = { workspaceId, mode };
    const begun = status === 'running' ? next : await this.#findBegun(tenant, now);
    return { workspaceId, claimed: await this.#claim(tenant, begun ?? next) };
  }

  /** A due job that was begun. It has its place among those that run, which the others wait for, however many these are. */
  async #findBegun(tenant: Tenant, now: Date): Promise<Job<D> | undefined> {
    const filter = { status: 'running', due_at: { $lte: now } };
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
        due_at: this.#dueIn(leaseMs),
        started_at: started_at ?? now,
        ...(candidate.status === 'queued' && { updated_at: now }),
      },
      // A worker that gives a job back takes its token away; one that is still there is of a lease that ran out.
      $inc: { version: 1, attempts: 1, ...(candidate.lease_token !== null && { lost_leases: 1 }) },
    };
    // The due time tells whether it was claimed or renewed meanwhile: renewing leaves the version.
    const unchanged = { _id: id, version, due_at: candidate.due_at };
    const isClaimed =
      candidate.status === 'running'
        ? await records.update(unchanged, update)
        : await this.#begin(tenant, (session) => records.update(unchanged, update, session));
    const job = isClaimed && (await records.findOne({ _id: id, lease_token: token }));
    return job ? { tenant, job, token } : null;
  }

  /** Has a queued job begin, unless as many of the workspace as may have begun; the lock makes the count hold. */
  async #begin(tenant: Tenant, begin: (session: ClientSession) => Promise<boolean>): Promise<boolean> {
    const records = this.#queue.collection.in(tenant);
    const isFull = async (session?: ClientSession) => {
      const { maxRunning } = this.#queue;
      const options = { limit: maxRunning, hint: 'status', ...(session && { session }) };
      return (await records.count({ status: 'running' }, options)) >= maxRunning;
    };
    if (await isFull()) return false;
    await this.#queue.locks.create(tenant);
    const deadline = Date.now() + backgroundBudgetMs;
    return runInTransaction(this.#runtime.databases[tenant.mode], deadline, async (session) => {
      await this.#queue.locks.acquire(tenant, session);
      return !(await isFull(session)) && (await begin(session));
    });
  }

  /** Keeps the lease; resolves to whether the job is to be cancelled. Throws LeaseLost. */
  async renew({ tenant, job, token }: ClaimedJob<D>): Promise<boolean> {
    const held = { _id: job.id, lease_token: token };
    const update = { $set: { due_at: this.#dueIn(leaseMs) } };
    const found = await this.#queue.collection.in(tenant).findAndUpdate(held, update);
    if (!found) throw new LeaseLost();
    return found.cancel_requested_at !== null;
  }

  /**
   * Stores how far the work has come, with what `write` stores, in one transaction, and keeps the lease. Resolves to the job as
   * stored. Throws LeaseLost.
   */
  async commit({ tenant, job, token }: ClaimedJob<D>, progress: JobProgress<D>, write = nothing): Promise<Job<D>> {
    const { databases, clock } = this.#runtime;
    const held = { _id: job.id, lease_token: token };
    return runInTransaction(databases[tenant.mode], Date.now() + backgroundBudgetMs, async (session) => {
      const fields = { ...progress, attempts: 0, lost_leases: 0, updated_at: clock(), due_at: this.#dueIn(leaseMs) };
      const update = { $set: fields, $inc: { version: 1 } };
      const stored = await this.#queue.collection.in(tenant).findAndUpdate(held, update, { session });
      if (!stored) throw new LeaseLost();
      await write(session);
      return stored;
    });
  }

  /**
   * Ends the job, with the internal event that tells of it and what `write` stores, in one transaction. Resolves to the job as stored.
   * Throws LeaseLost.
   */
  async end({ tenant, job, token }: ClaimedJob<D>, status: JobEnd, options: EndOptions<D> = {}): Promise<Job<D>> {
    const { progress = {}, error = null } = options;
    const write: JobWrite = options.write ?? nothing;
    const held = { _id: job.id, lease_token: token };
    const caller =
      status === 'completed'
        ? toJobCaller(tenant, job)
        : createSystemCaller(tenant, job.kind, job.request_id, { traceparent: job.traceparent });
    const { result } = await this.#runtime.journal.commit({ caller }, async (session, time) => {
      const update = { $set: { ...progress, ...endFields(status, time.at, error) }, $inc: { version: 1 } };
      const stored = await this.#queue.collection.in(tenant).findAndUpdate(held, update, { session });
      if (!stored) throw new LeaseLost();
      await write(session);
      return { entries: this.#queue.tell(toEndEntry(stored, status)), result: stored };
    });
    return result;
  }

  /** Gives the job back after a failed attempt: it goes on from its last commit after a pause. */
  async postpone({ tenant, job, token }: ClaimedJob<D>, pauseMs: number): Promise<void> {
    const update = { $set: { lease_token: null, due_at: this.#dueIn(pauseMs) }, $inc: { version: 1 } };
    await this.#queue.collection.in(tenant).update({ _id: job.id, lease_token: token }, update);
  }

  /** Has the job wait until then, without a place among those that run, and go on from `progress`. Throws LeaseLost. */
  async pause({ tenant, job, token }: ClaimedJob<D>, due_at: Date, progress: JobProgress<D>): Promise<void> {
    const fields = { ...progress, status: 'queued', lease_token: null, attempts: 0, lost_leases: 0, due_at };
    const update = { $set: fields, $inc: { version: 1 } };
    const isPaused = await this.#queue.collection.in(tenant).update({ _id: job.id, lease_token: token }, update);
    if (!isPaused) throw new LeaseLost();
  }

  /** Gives the job back for another worker to go on at once. `attempts` does not count this one. */
  async giveBack({ tenant, job, token }: ClaimedJob<D>, attempts: number): Promise<void> {
    const update = { $set: { lease_token: null, due_at: this.#dueIn(0), attempts }, $inc: { version: 1 } };
    await this.#queue.collection.in(tenant).update({ _id: job.id, lease_token: token }, update);
  }
}
