import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { modes } from '@plotline/kit/store/connection/connect';
import { Measurement } from '@plotline/kit/telemetry/metrics';
import type { Context } from '../../context.js';

/** Registers a metric: the time since the oldest overdue hold was due. It is the same in every process. */
export function registerHoldMetrics(
  { metrics, log, clock }: Pick<ServiceRuntime, 'metrics' | 'log' | 'clock'>,
  holds: Pick<Context['holds'], 'findDue'>,
): void {
  const measurement = new Measurement({
    subject: 'overdue holds',
    log,
    measure: async () => {
      for (const mode of modes) {
        const now = clock();
        const [hold] = await holds.findDue(mode, now, 1);
        const due = hold?.expires_at ?? now;
        overdue.set({ mode }, (now.getTime() - due.getTime()) / 1_000);
      }
    },
  });
  const overdue = measurement.addGauge(
    metrics.registry,
    'plotline_holds_oldest_overdue_seconds',
    'Time for which the oldest active hold should have ended.',
    ['mode'],
  );
}
