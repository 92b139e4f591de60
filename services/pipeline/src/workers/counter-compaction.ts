import { modes } from '@plotline/kit/store/connection/connect';
import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import { Measurement } from '@plotline/kit/telemetry/measurement';
import type { Context } from '../context.js';

/** Compacts some counter changes of each workspace in turn, so that reads of counters meet few of them. */
export function createCounterCompaction({ counters, runtime }: Pick<Context, 'counters' | 'runtime'>): PeriodicTask {
  return new PeriodicTask({
    name: 'counter-compaction',
    intervalMs: 2_000,
    idleIntervalMs: 10_000,
    isDue: async (mode) => (await counters.eachUncompacted(mode).next()).done !== true,
    runtime,
    run: async (mode, shouldContinue) => {
      for await (const tenant of counters.eachUncompacted(mode)) {
        if (!shouldContinue()) return;
        await counters.compactChanges(tenant);
      }
    },
  });
}

/** Registers the metric of changes that wait to be compacted. It is the same for every process. */
export function registerCounterMetrics({ counters, runtime }: Pick<Context, 'counters' | 'runtime'>): void {
  const measurement = new Measurement({
    subject: 'changes of counters',
    log: runtime.log,
    measure: async () => {
      for (const mode of modes) uncompacted.set({ mode }, await counters.countUncompacted(mode));
    },
  });
  const uncompacted = measurement.addGauge(
    runtime.metrics.registry,
    'uncompacted_counter_changes',
    'Changes of counters that are not compacted yet, up to 10,000.',
    ['mode'],
  );
}
