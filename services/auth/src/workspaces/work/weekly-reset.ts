import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';

/** Returns the last Sunday at 00:00 UTC, which may be now. At that time, the sandboxes of all workspaces are reset. */
export function findLastWeeklyReset(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - now.getUTCDay()));
}

const intervalMs = 60_000;

/**
 * Creates the task that publishes the weekly reset of the sandbox. If no process ran at that time, the task publishes
 * the reset later.
 */
export function createWeeklyReset({ runtime, weeklyResets, clock }: Context): PeriodicTask {
  return new PeriodicTask({
    name: 'weekly-reset',
    intervalMs,
    modes: ['live'],
    runtime,
    run: () => weeklyResets.start(findLastWeeklyReset(clock())),
  });
}
