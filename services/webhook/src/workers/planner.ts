import type { Tenant } from '@plotline/kit/caller';
import type { QueuedWork } from '@plotline/kit/jobs/due-queue';
import { createDueWorker, type RunBatch } from '@plotline/kit/jobs/due-work';
import type { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';
import { planDeliveries } from './plan-deliveries.js';

/** Events of one workspace that are planned before the next workspace has its turn. */
const maxBatch = 16;
const intervalMs = 1_000;

/** A worker that stores the deliveries of events to many webhooks. A crash leaves their planning due. */
export function createPlanner(context: Context): PeriodicTask {
  const { runtime, plans, events, webhooks, clock } = context;
  const run: RunBatch<QueuedWork> = async (tenant: Tenant, records, shouldContinue) => {
    const ids = records.map(({ subject_id }) => subject_id);
    const summaries = await events.findSummaries(tenant, ids);
    const names = new Set(summaries.map(({ event }) => event));
    const subscriptions = await webhooks.findRecording(tenant, [...names]);
    const isComplete = await planDeliveries(context, tenant, summaries, subscriptions, { shouldContinue });
    return isComplete ? new Map(records.map((record) => [record, null])) : new Map();
  };
  return createDueWorker<QueuedWork>({ name: 'planning', intervalMs, maxBatch, work: plans, clock, runtime, run });
}
