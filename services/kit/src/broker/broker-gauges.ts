import { Gauge, type Registry } from 'prom-client';

const intervalMs = 15_000;

export interface GaugeSource {
  readonly isConnected: () => boolean;
  /** Messages in the dead-letter queue of a consumer's queue. */
  readonly countDeadLetters: (queue: string) => Promise<number>;
  /** Queues of the service's durable consumers. */
  readonly queues: readonly string[];
}

/** Registers what is measured of the broker: at each scrape whether it is connected, every 15 seconds the dead letters. */
export function registerBrokerGauges(registry: Registry, source: GaugeSource): { stop(): void } {
  new Gauge({
    name: 'broker_connected',
    help: 'Whether events can be published and consumed.',
    registers: [registry],
    collect() {
      this.set(source.isConnected() ? 1 : 0);
    },
  });
  const deadLetters = new Gauge({
    name: 'dead_letters',
    help: 'Events that the consumer of the queue gave up.',
    labelNames: ['queue'],
    registers: [registry],
  });
  let isCounting = false;
  const count = async () => {
    if (isCounting || !source.isConnected()) return;
    isCounting = true;
    try {
      for (const queue of source.queues) deadLetters.set({ queue }, await source.countDeadLetters(queue));
    } catch {
      // The connection is lost, and is rebuilt with its queues: the next count is right again.
    } finally {
      isCounting = false;
    }
  };
  const timer = setInterval(() => void count(), intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
