import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode } from '@plotline/kit/caller';
import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';
import { deliveryRetentionSeconds } from '../store/delivery-schema.js';
import { eventRetentionSeconds } from '../store/events.js';
import { noticeRetentionSeconds } from '../store/notices.js';

const intervalMs = 60_000;
/** Records that are removed at once: other writers do not wait for long. */
const maxBatch = 500;
/** Between batches, for the requests of others. */
const pauseMs = 50;

/** Removes what is older than it is kept for, in batches, the oldest first. False when `shouldContinue` ended it before. */
export async function removeOld(
  {
    webhooks,
    integrations,
    events,
    notices,
    clock,
  }: Pick<Context, 'webhooks' | 'integrations' | 'events' | 'notices' | 'clock'>,
  mode: Mode,
  shouldContinue: () => Promise<boolean>,
): Promise<boolean> {
  const parts = [
    // Before their events: a delivery without its event could not be sent again.
    { store: webhooks.deliveries, seconds: deliveryRetentionSeconds },
    { store: integrations.deliveries, seconds: deliveryRetentionSeconds },
    { store: events, seconds: eventRetentionSeconds },
    { store: notices, seconds: noticeRetentionSeconds },
  ];
  for (const { store, seconds } of parts) {
    for (let removed = maxBatch; removed === maxBatch; ) {
      if (!(await shouldContinue())) return false;
      removed = await store.removeBefore(mode, new Date(clock().getTime() - seconds * 1_000), maxBatch);
      if (removed === maxBatch) await sleep(pauseMs);
    }
  }
  return true;
}

/** A periodic task that removes old deliveries with their attempts, events and notices. */
export function createRetention(context: Context): PeriodicTask {
  return new PeriodicTask({
    name: 'retention',
    intervalMs,
    runtime: context.runtime,
    run: async (mode, shouldContinue) => {
      await removeOld(context, mode, shouldContinue);
    },
  });
}
