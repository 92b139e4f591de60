import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { modes } from '@plotline/kit/store/connection/connect';
import { Measurement } from '@plotline/kit/telemetry/metrics';
import { Gauge } from 'prom-client';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { Subscriptions } from '../../subscriptions/store/subscriptions.js';
import type { Deliveries } from '../store/deliveries.js';
import type { EndpointQueues } from '../store/endpoint-queues.js';

export interface MeasuredChannel {
  readonly noun: 'webhook' | 'integration';
  readonly runtime: Pick<ServiceRuntime, 'metrics' | 'clock' | 'log'>;
  readonly deliveries: Pick<Deliveries, 'countDue'>;
  readonly queues: Pick<EndpointQueues, 'findLongestDue' | 'countCircuits'>;
  readonly subscriptions: Pick<Subscriptions<StoredSubscription>, 'countDisabled'>;
  readonly dispatcher: { countQueues(): number };
}

/**
 * Registers the metrics of a channel: the numbers from the database, which are the same in every process, and the load
 * of this process.
 */
export function registerDeliveryMetrics(channel: MeasuredChannel): void {
  const { noun, runtime, deliveries, queues, subscriptions, dispatcher } = channel;
  const { metrics, clock, log } = runtime;
  const { registry } = metrics;
  const measurement = new Measurement({
    subject: `deliveries of ${noun}s`,
    log,
    measure: async () => {
      for (const mode of modes) {
        const now = clock();
        const dueSince = await queues.findLongestDue(mode, now);
        oldestDue.set({ mode }, dueSince ? (now.getTime() - dueSince.getTime()) / 1_000 : 0);
        due.set({ mode }, await deliveries.countDue(mode, now));
        const { open, probed } = await queues.countCircuits(mode, now);
        circuits.set({ mode, state: 'open' }, open);
        circuits.set({ mode, state: 'half-open' }, probed);
        disabled.set({ mode }, await subscriptions.countDisabled(mode));
      }
    },
  });
  const add = (name: string, help: string, labels: readonly string[] = []) =>
    measurement.addGauge(registry, `plotline_${noun}_${name}`, help, ['mode', ...labels]);
  const oldestDue = add(
    'oldest_due_seconds',
    'Time for which the oldest due endpoint queue has waited for a process. A queue is not due while its circuit is open.',
  );
  const due = add('due_deliveries', 'Deliveries that are due, up to 10,000.');
  const circuits = add('circuits', 'Endpoints whose circuit is open or half-open, up to 10,000.', ['state']);
  const disabled = add('disabled', `Number of ${noun}s that failing deliveries have disabled, up to 10,000.`);
  new Gauge({
    name: `plotline_${noun}_endpoint_queues`,
    help: 'Queues that this process has leased.',
    registers: [registry],
    collect() {
      this.set(dispatcher.countQueues());
    },
  });
}
