import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';

/** The last Sunday at 00:00 UTC, which may be now: when the sandbox of every workspace is reset. */
export function findLastWeeklyReset(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - now.getUTCDay()));
}

const intervalMs = 60_000;

/** Publishes the weekly reset of the sandbox, late when no process ran at that time. */
export function createWeeklyReset({ runtime, weeklyResets, clock }: Context): PeriodicTask {
  return new PeriodicTask({
    name: 'weekly-reset',
    intervalMs,
    modes: ['live'],
    runtime,
    run: () => weeklyResets.start(findLastWeeklyReset(clock())),
  });
}
