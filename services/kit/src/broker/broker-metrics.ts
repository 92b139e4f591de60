import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * Outcome of an attempt to handle an event. `held`: an outage, so the attempt is repeated immediately. `retried`: the
 * event waits for the next attempt. `dead_lettered`: the last attempt failed. `dropped`: a hint failed, and hints get
 * only one attempt.
 */
export type AttemptOutcome = 'handled' | 'held' | 'retried' | 'dead_lettered' | 'dropped';

/** Records an attempt that just ended; `startedAt` is a value of `performance.now()`. */
export type ObserveAttempt = (queue: string, outcome: AttemptOutcome, startedAt: number) => void;

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures the attempts of consumers by queue and outcome. */
export function createAttemptObserver(registry: Registry | undefined): ObserveAttempt {
  if (!registry) return () => undefined;
  const duration = new Histogram({
    name: 'plotline_queue_attempt_duration_seconds',
    help: 'Time from the delivery of an event to the end of the attempt to handle it.',
    labelNames: ['queue', 'outcome'],
    buckets,
    registers: [registry],
  });
  return (queue, outcome, startedAt) => duration.observe({ queue, outcome }, (performance.now() - startedAt) / 1_000);
}

/**
 * Runs and measures `publish`, which publishes `count` messages. Resolves to the result of `publish`: the ids of the
 * messages that no queue took.
 */
type ObservePublishing = (count: number, publish: () => Promise<ReadonlySet<string>>) => Promise<ReadonlySet<string>>;

/** Measures how long the broker takes to confirm a batch, and counts messages by outcome. */
export function createPublishingObserver(registry: Registry | undefined): ObservePublishing {
  if (!registry) return (_count, publish) => publish();
  const registers = [registry];
  const duration = new Histogram({
    name: 'plotline_publish_duration_seconds',
    help: 'Time from the publication of a batch of messages to the confirmation of all of them.',
    buckets,
    registers,
  });
  const messages = new Counter({
    name: 'plotline_published_messages_total',
    help: 'Messages by outcome: confirmed, unroutable (no queue accepts them) or failed (they may have been published).',
    labelNames: ['outcome'],
    registers,
  });
  return async (count, publish) => {
    const startedAt = performance.now();
    try {
      const unroutable = await publish();
      duration.observe((performance.now() - startedAt) / 1_000);
      messages.inc({ outcome: 'confirmed' }, count - unroutable.size);
      messages.inc({ outcome: 'unroutable' }, unroutable.size);
      return unroutable;
    } catch (error) {
      messages.inc({ outcome: 'failed' }, count);
      throw error;
    }
  };
}
