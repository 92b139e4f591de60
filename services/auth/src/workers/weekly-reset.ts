import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';
import { findLastWeeklyReset } from '../domain/weekly-reset.js';

const intervalMs = 60_000;

/** Publishes the weekly reset of the sandbox, late when no process ran at that time. */
export function createWeeklyReset({ runtime, weeklyResets, clock }: Context): PeriodicTask {
  return new PeriodicTask({
    name: 'weekly-reset',
    intervalMs,
    runtime,
    run: async (mode) => {
      if (mode === 'live') await weeklyResets.start(findLastWeeklyReset(clock()));
    },
  });
}
