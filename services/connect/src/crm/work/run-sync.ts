import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@plotline/kit/core/errors';
import { createJobWorker, type JobWorker, type JobWorkerOptions } from '@plotline/kit/tasks/job-worker';
import type { Context } from '../../context.js';
import type { SyncData } from '../model/sync.js';

/** Leads of a synchronization that wait to be sent. A lead that changes meanwhile waits for at most so many. */
const maxWaiting = 50;
const pageSize = 25;
const pollIntervalMs = 250;
/** Polls without progress after which the job makes room for another: about five seconds. */
const maxIdlePolls = 20;
const idlePauseMs = 15_000;

type RunSync = JobWorkerOptions<SyncData>['run'];

/**
 * Creates the worker that sends all leads to a CRM. It adds a few jobs at a time to those of the connection, and waits
 * until they are sent. So the limits and pauses of the vendor hold, and a connection that needs attention stops it
 * until it is active again.
 */
export function createSyncWorker(context: Context): JobWorker {
  const { syncs, connections, outboundJobs, leadReader, runtime, clock } = context;

  const run: RunSync = async (job, { caller, commit, signal }) => {
    const { id, input, request_id } = job;
    const { connection_id: connectionId } = input;
    const { workspaceId, mode } = caller();
    const tenant = { workspaceId, mode };
    let { state, total } = job;

    /** Returns the progress, and the number of leads that still wait. */
    async function measure() {
      const [waiting, failed] = await Promise.all([
        outboundJobs.count(tenant, id, { has_failed: false }),
        outboundJobs.count(tenant, id, { has_failed: true }),
      ]);
      const processed = Math.max(0, state.queued - waiting);
      // Those of an attempt that died right before its end are counted already.
      const all = Math.max(failed, job.counts.failed);
      const counts = { sent: Math.max(0, processed - all), failed: all };
      return { waiting, progress: { state, total, processed, counts } };
    }

    async function queueNext(cursor: string): Promise<void> {
      const page = await leadReader.listIds(caller(), cursor, pageSize);
      const work = { connectionIds: [connectionId], recordIds: page.ids, record_type: 'lead', request_id } as const;
      if (page.ids.length > 0) await outboundJobs.enqueue(tenant, { ...work, now: clock(), syncId: id });
      state = { cursor: page.next, queued: state.queued + page.ids.length };
      total = page.total;
    }

    let processed = -1;
    for (let idlePolls = 0; idlePolls < maxIdlePolls; idlePolls += 1) {
      if (!(await connections.get(tenant, connectionId))) {
        throw new Problem('NOT_FOUND', 'The connection was deleted.');
      }
      const { waiting, progress } = await measure();
      if (progress.processed !== processed) idlePolls = 0;
      processed = progress.processed;
      if (state.cursor !== null && waiting <= maxWaiting - pageSize) {
        await queueNext(state.cursor);
        await commit((await measure()).progress);
        continue;
      }
      if (state.cursor === null && waiting === 0) {
        await commit(progress);
        await outboundJobs.releaseSync(tenant, id);
        return progress;
      }
      if (idlePolls === 0) await commit(progress);
      await sleep(pollIntervalMs, undefined, { signal });
    }
    return { ...(await measure()).progress, resumeAt: new Date(clock().getTime() + idlePauseMs) };
  };

  return createJobWorker<SyncData>({
    queue: syncs,
    runtime,
    run,
    maxLostLeases: Number.POSITIVE_INFINITY,
    // Leads that wait are still sent.
    finishCancelled: async ({ id }, { caller }) => {
      const { workspaceId, mode } = caller();
      await outboundJobs.releaseSync({ workspaceId, mode }, id);
      return undefined;
    },
  });
}
