import type { Clock } from '@plotline/kit/core/time';
import { PeriodicTask, type PeriodicTaskOptions } from '@plotline/kit/tasks/periodic-task';
import { callRetentionDays } from '../model/call.js';
import type { Calls } from '../store/calls.js';

const intervalMs = 60_000;
const maxBatch = 500;
const dayMs = 24 * 3_600_000;

interface RetentionContext {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly runtime: PeriodicTaskOptions['runtime'];
}

/** Creates the periodic task that removes calls after 30 days, oldest first, in batches. */
export function createCallRetention({ calls, clock, runtime }: RetentionContext): PeriodicTask {
  return new PeriodicTask({
    name: 'call-retention',
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      const before = new Date(clock().getTime() - callRetentionDays * dayMs);
      while (shouldContinue() && (await calls.removeBefore(mode, before, maxBatch)) === maxBatch);
    },
  });
}
