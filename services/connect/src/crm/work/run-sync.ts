import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { createJobWorker, type JobWorker, type JobWorkerOptions } from '@plotline/kit/tasks/job-worker';
import type { Context } from '../../context.js';
import type { SyncData } from '../model/sync.js';

/** Maximum leads of a sync that wait to be sent. A lead that changes in the meantime waits behind at most this many. */
const maxWaiting = 50;
const pageSize = 25;
const pollIntervalMs = 250;
/** Polls without progress after which the job lets another job run, about five seconds. */
const maxIdlePolls = 20;
const idlePauseMs = 15_000;

type RunSync = JobWorkerOptions<SyncData>['run'];
type SyncJob = Parameters<RunSync>[0];
type SyncContext = Parameters<RunSync>[1];

/** One sync in progress. */
class Sync {
  readonly #context: Context;
  readonly #job: SyncJob;
  readonly #run: SyncContext;
  readonly #tenant: Tenant;
  #state: SyncData['state'];
  #total: number | null;

  constructor(context: Context, job: SyncJob, run: SyncContext) {
    const { workspaceId, mode } = run.caller();
    this.#context = context;
    this.#job = job;
    this.#run = run;
    this.#tenant = { workspaceId, mode };
    this.#state = job.state;
    this.#total = job.total;
  }

  /** Returns the progress, and the number of leads that still wait. */
  async #measure() {
    const { outboundJobs } = this.#context;
    const { id, counts: before } = this.#job;
    const [waiting, given] = await Promise.all([
      outboundJobs.count(this.#tenant, id, { has_failed: false }),
      outboundJobs.count(this.#tenant, id, { has_failed: true }),
    ]);
    const processed = Math.max(0, this.#state.queued - waiting);
    // If an attempt's process died right before its end, its failed jobs are already counted.
    const failed = Math.max(given, before.failed);
    const counts = { sent: Math.max(0, processed - failed), failed };
    return { waiting, progress: { state: this.#state, total: this.#total, processed, counts } };
  }

  /** Adds jobs for the next leads. After a crash before the commit, it adds them again and the leads are sent twice. */
  async #queueNext(cursor: string): Promise<void> {
    const { leadReader, outboundJobs, clock } = this.#context;
    const { id, input, request_id } = this.#job;
    const page = await leadReader.listIds(this.#run.caller(), cursor, pageSize);
    const work = {
      connectionIds: [input.connection_id],
      records: page.ids.map((leadId) => ({ id: leadId, request_id })),
      record_type: 'lead',
    } as const;
    if (page.ids.length > 0) await outboundJobs.enqueue(this.#tenant, { ...work, now: clock(), syncId: id });
    this.#state = { cursor: page.next, queued: this.#state.queued + page.ids.length };
    this.#total = page.total;
    await this.#run.commit((await this.#measure()).progress);
  }

  async #assertConnection(): Promise<void> {
    const connection = await this.#context.connections.get(this.#tenant, this.#job.input.connection_id);
    if (!connection) throw new Problem('NOT_FOUND', 'The connection was deleted.');
  }

  async run(): ReturnType<RunSync> {
    const { commit, signal } = this.#run;
    let processed = -1;
    for (let idlePolls = 0; idlePolls < maxIdlePolls; idlePolls += 1) {
      await this.#assertConnection();
      const { waiting, progress } = await this.#measure();
      const { cursor } = this.#state;
      if (cursor === null && waiting === 0) {
        await commit(progress);
        await this.#context.outboundJobs.releaseSync(this.#tenant, this.#job.id);
        return progress;
      }
      if (progress.processed !== processed) {
        processed = progress.processed;
        idlePolls = 0;
        await commit(progress);
      }
      if (cursor !== null && waiting <= maxWaiting - pageSize) await this.#queueNext(cursor);
      else await sleep(pollIntervalMs, undefined, { signal });
    }
    const resumeAt = new Date(this.#context.clock().getTime() + idlePauseMs);
    return { ...(await this.#measure()).progress, resumeAt };
  }
}

/**
 * Creates the worker that sends all leads to a CRM. It adds a few jobs at a time to the connection's queue and waits
 * until they are sent. This respects the vendor's limits and pauses. If the connection needs attention, the sync stops
 * until it is active again.
 */
export function createSyncWorker(context: Context): JobWorker {
  const { syncs, outboundJobs, runtime } = context;
  return createJobWorker<SyncData>({
    queue: syncs,
    runtime,
    run: (job, run) => new Sync(context, job, run).run(),
    // The job only reads ids, so a lost lease is the fault of the process, not of the job.
    maxLostLeases: Number.POSITIVE_INFINITY,
    // Leads that are already queued are still sent.
    finishCancelled: async ({ id }, { caller }) => {
      const { workspaceId, mode } = caller();
      await outboundJobs.releaseSync({ workspaceId, mode }, id);
      return undefined;
    },
  });
}
