import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { createDeferredWorker, type RunBatch } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { planDeliveries } from './plan-deliveries.js';

/** Maximum number of events of one workspace that are planned before the next workspace has its turn. */
const maxBatch = 16;
const intervalMs = 1_000;
const names = { webhook: 'planning', integration: 'integration planning' } as const;

/**
 * Creates the worker that stores the deliveries of events with many subscribers. After a crash, the events are still
 * due.
 */
export function createPlanner<S extends StoredSubscription>(
  runtime: ServiceRuntime,
  channel: Channel<S>,
): PeriodicTask {
  const { noun, plans, events, clock } = channel;
  const run: RunBatch<SubjectJob> = async (tenant: Tenant, jobs, shouldContinue) => {
    const ids = jobs.map(({ subject_id }) => subject_id);
    const summaries = await events.findSummaries(tenant, ids);
    const names = new Set(summaries.map(({ event }) => event));
    const subscriptions = await channel.subscriptions.findRecording(tenant, [...names]);
    const isComplete = await planDeliveries(channel, tenant, summaries, subscriptions, { shouldContinue });
    return isComplete ? new Map(jobs.map((job) => [job, null])) : new Map();
  };
  return createDeferredWorker<SubjectJob>({
    name: names[noun],
    intervalMs,
    maxBatch,
    jobs: plans,
    clock,
    runtime,
    run,
  });
}
