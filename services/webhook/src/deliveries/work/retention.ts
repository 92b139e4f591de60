import type { Mode } from '@plotline/kit/core/caller';
import { realTime, type Time } from '@plotline/kit/core/time';
import { PeriodicTask, type ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import { eventRetentionSeconds } from '../../events/store/events.js';
import { noticeRetentionSeconds } from '../../notices/store/notices.js';
import { toldEventRetentionSeconds } from '../../notices/store/told-events.js';
import { deliveryRetentionSeconds } from '../store/delivery-schema.js';

const intervalMs = 60_000;
/** Number of records that are removed in one batch. It is small, so that other writers don't wait long. */
const maxBatch = 500;
/**
 * Maximum number of batches for one kind of record in a run: 200,000 records. The next run removes the rest, so that
 * the other kinds don't wait for it.
 */
const maxBatches = 400;
/** Pause between batches, so that other requests get their turn. */
const pauseMs = 50;

interface Removable {
  readonly removeBefore: (mode: Mode, before: Date, limit: number) => Promise<number>;
}

interface RetentionContext {
  readonly webhooks: { readonly deliveries: Removable };
  readonly integrations: { readonly deliveries: Removable };
  readonly events: Removable;
  readonly notices: Removable;
  readonly toldEvents: Removable;
  readonly clock: Context['clock'];
  readonly time?: Pick<Time, 'sleep'>;
}

/**
 * Removes records past their retention in batches, oldest first. Returns false when `shouldContinue` ended it early, or
 * when records are left for the next run.
 */
export async function removeOld(
  { webhooks, integrations, events, notices, toldEvents, clock, time = realTime }: RetentionContext,
  mode: Mode,
  shouldContinue: ShouldContinue,
): Promise<boolean> {
  const remove = async (store: Removable, seconds: number): Promise<boolean> => {
    for (let batch = 0; batch < maxBatches; batch += 1) {
      if (!shouldContinue()) return false;
      const before = new Date(clock().getTime() - seconds * 1_000);
      if ((await store.removeBefore(mode, before, maxBatch)) < maxBatch) return true;
      await time.sleep(pauseMs);
    }
    return false;
  };
  /** Removes deliveries before their events, because a delivery without its event could not be resent. */
  const removeLog = async (): Promise<boolean> => {
    const stores = [webhooks.deliveries, integrations.deliveries];
    const all = await Promise.all(stores.map((store) => remove(store, deliveryRetentionSeconds)));
    return all.every(Boolean) && remove(events, eventRetentionSeconds);
  };
  const all = await Promise.all([
    removeLog(),
    remove(notices, noticeRetentionSeconds),
    remove(toldEvents, toldEventRetentionSeconds),
  ]);
  return all.every(Boolean);
}

/** Creates the periodic task that removes old deliveries with their attempts, events, and notices. */
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
