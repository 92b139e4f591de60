import { Gauge, type Registry } from 'prom-client';
import { toDeadLetterQueue } from './topology.js';

const intervalMs = 15_000;

export interface GaugeSource {
  readonly isConnected: () => boolean;
  /** Counts the messages in a queue that no consumer has received. */
  readonly countMessages: (queue: string) => Promise<number>;
  /** Queues of the service's durable consumers. */
  readonly queues: readonly string[];
}

/** Registers the broker's gauges. The connection is measured at each scrape, and the queue lengths every 15 seconds. */
export function registerBrokerGauges(registry: Registry, source: GaugeSource): { stop(): void } {
  new Gauge({
    name: 'plotline_broker_connected',
    help: 'Whether events can be published and consumed.',
    registers: [registry],
    collect() {
      this.set(source.isConnected() ? 1 : 0);
    },
  });
  const [labelNames, registers] = [['queue'], [registry]];
  const waiting = new Gauge({
    name: 'plotline_queue_messages',
    help: 'Events in the queue that no process has received yet.',
    labelNames,
    registers,
  });
  const deadLetters = new Gauge({
    name: 'plotline_dead_letters',
    help: "Events that the queue's consumer gave up.",
    labelNames,
    registers,
  });
  let isCounting = false;
  const count = async () => {
    if (isCounting || !source.isConnected()) return;
    isCounting = true;
    try {
      for (const queue of source.queues) {
        waiting.set({ queue }, await source.countMessages(queue));
        deadLetters.set({ queue }, await source.countMessages(toDeadLetterQueue(queue)));
      }
    } catch {
      // The lost connection is reopened together with its queues. Then the next count is correct.
    } finally {
      isCounting = false;
    }
  };
  const timer = setInterval(() => void count(), intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
