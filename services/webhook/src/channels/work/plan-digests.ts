import type { Tenant } from '@plotline/kit/core/caller';
import { deriveId } from '@plotline/kit/core/ids';
import { createDeferredWorker, type NextRun, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { planDeliveries } from '../../deliveries/work/plan-deliveries.js';
import { parsePayload } from '../../events/model/payload.js';
import { isRecording } from '../../subscriptions/model/subscription.js';
import {
  createDigestEvent,
  type DigestPeriod,
  digestEvent,
  listStarts,
  readPeriod,
  toLogRange,
} from '../model/digest-period.js';
import { findNextDigest } from '../model/digest-schedule.js';
import type { MailDigest } from '../model/mail-digest.js';
import type { ScheduledDigest } from '../store/digest-schedules.js';

type DigestContext = Pick<
  Context,
  'integrations' | 'events' | 'publicEvents' | 'sequences' | 'digestSchedules' | 'clock'
>;

const intervalMs = 1_000;
/** Maximum number of digests of one workspace that are planned before the next workspace has its turn. */
const maxBatch = 16;

/**
 * Stores the delivery of a digest, which is then attempted like any other delivery. Derives the delivery's id from the
 * integration and the start of the period. So repeating the work after a crash or an error finds the stored delivery.
 * Resolves to its period.
 */
async function storeDelivery(
  { integrations, events }: DigestContext,
  tenant: Tenant,
  digest: MailDigest,
  period: DigestPeriod,
): Promise<DigestPeriod> {
  const event = createDigestEvent(digest, period, tenant.workspaceId, deriveId('evt', digest.id, period.since));
  await events.add(tenant, [event]);
  const stored = await events.get(tenant, event.id);
  if (!stored) throw new Error('The event of a digest is not stored.');
  await planDeliveries(integrations, tenant, [stored], [{ ...digest, events: [digestEvent] }]);
  return readPeriod(parsePayload(stored.payload).data);
}

/**
 * Plans the due digests of one integration. Digests exclude events from times when the integration was switched off. A
 * period without events gets no digest.
 */
async function planDigest(context: DigestContext, tenant: Tenant, scheduled: ScheduledDigest): Promise<NextRun> {
  const { integrations, events, publicEvents, sequences, digestSchedules, clock } = context;
  const digest = await integrations.subscriptions.get(tenant, scheduled.id);
  if (digest?.kind !== 'mail_digest') return null;
  const { after, since, resume_at } = scheduled;
  // This digest is already planned. The process crashed or lost its lease before it stored the next due time.
  if (since >= resume_at) return { resume_at: findNextDigest(digest.schedule, since) };
  const until = clock();
  const range = { after, to: await sequences.getLast(tenant), since, until };
  const period = { ...range, events: digest.events, starts: listStarts(digest, publicEvents) };
  const next = findNextDigest(digest.schedule, until);
  const isTold = isRecording(digest) && (await events.countInLog(tenant, toLogRange(period, publicEvents))).size > 0;
  const told = isTold ? await storeDelivery(context, tenant, digest, period) : period;
  await digestSchedules.advance(tenant, scheduled, { after: told.to, since: told.until });
  return { resume_at: next };
}

/** Creates the worker that plans due digests. Each digest is planned once, even if several processes run. */
export function createDigestPlanner(context: Context): PeriodicTask {
  const { runtime, digestSchedules, clock } = context;
  return createDeferredWorker<ScheduledDigest>({
    name: 'digests',
    intervalMs,
    maxBatch,
    jobs: digestSchedules.jobs,
    clock,
    runtime,
    run: runEach((tenant, scheduled) => planDigest(context, tenant, scheduled)),
  });
}
