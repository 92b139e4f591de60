import { modes } from '@plotline/kit/mongo/connect';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { Gauge } from 'prom-client';
import type { Deliveries } from '../store/deliveries.js';
import type { EndpointQueues } from '../store/endpoint-queues.js';

export interface MeasuredStores {
  readonly runtime: Pick<ServiceRuntime, 'metrics' | 'clock' | 'log'>;
  readonly deliveries: Pick<Deliveries, 'countDue'>;
  readonly queues: Pick<EndpointQueues, 'findLongestDue' | 'countCircuits'>;
}

/** Registers what is measured of deliveries when the metrics are read. It is the same for every process. */
export function registerDeliveryMetrics(
  noun: 'webhook' | 'integration',
  { runtime, deliveries, queues }: MeasuredStores,
): void {
  const { metrics, clock, log } = runtime;
  const register = (name: string, help: string, labels: readonly string[], read: (gauge: Gauge) => Promise<void>) =>
    new Gauge({
      name: `${noun}_${name}`,
      help,
      labelNames: ['mode', ...labels],
      registers: [metrics.registry],
      async collect() {
        // What is not known is left out; the other metrics are read all the same.
        this.reset();
        await read(this).catch((error: unknown) => log.warn({ err: error }, 'deliveries could not be measured'));
      },
    });

  register(
    'oldest_due_seconds',
    'Since when the endpoint that waits longest has been due without being worked on; one whose circuit is open is not due.',
    [],
    async (gauge) => {
      for (const mode of modes) {
        const now = clock();
        const due = await queues.findLongestDue(mode, now);
        gauge.set({ mode }, due ? (now.getTime() - due.getTime()) / 1_000 : 0);
      }
    },
  );
  register('due_deliveries', 'Deliveries that are due, up to 10,000.', [], async (gauge) => {
    for (const mode of modes) gauge.set({ mode }, await deliveries.countDue(mode, clock()));
  });
  register('circuits', 'Endpoints whose circuit is open, or is being probed.', ['state'], async (gauge) => {
    for (const mode of modes) {
      const { open, probed } = await queues.countCircuits(mode, clock());
      gauge.set({ mode, state: 'open' }, open);
      gauge.set({ mode, state: 'half-open' }, probed);
    }
  });
}
