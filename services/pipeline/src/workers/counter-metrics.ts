import { modes } from '@plotline/kit/mongo/connect';
import { Measurement } from '@plotline/kit/process/measurement';
import type { Context } from '../context.js';

/** Registers what is measured of the counters: how many changes wait to be compacted. It is the same for every process. */
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
