import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * How an attempt of an event ended. `held`: during an outage it is tried again at once; `retried`: it waits for its next attempt;
 * `dead_lettered`: it was the last one; `dropped`: it was a hint, of which there is one attempt.
 */
export type AttemptOutcome = 'handled' | 'held' | 'retried' | 'dead_lettered' | 'dropped';

/** Tells of an attempt that began at `startedAt`, by `performance.now()`, and has just ended. */
export type ObserveAttempt = (queue: string, outcome: AttemptOutcome, startedAt: number) => void;

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures the attempts of a consumer by its queue and by how they ended. */
export function createAttemptObserver(registry: Registry | undefined): ObserveAttempt {
  if (!registry) return () => undefined;
  const duration = new Histogram({
    name: 'queue_attempt_duration_seconds',
    help: 'Time from the delivery of an event to the end of the attempt to handle it.',
    labelNames: ['queue', 'outcome'],
    buckets,
    registers: [registry],
  });
  return (queue, outcome, startedAt) => duration.observe({ queue, outcome }, (performance.now() - startedAt) / 1_000);
}

/** Resolves to what `publish` does, which publishes so many messages and resolves to the ids of those that no queue took. */
type ObservePublishing = (count: number, publish: () => Promise<ReadonlySet<string>>) => Promise<ReadonlySet<string>>;

/** Measures how long the broker takes to confirm a batch, and counts messages by what became of them. */
export function createPublishingObserver(registry: Registry | undefined): ObservePublishing {
  if (!registry) return (_count, publish) => publish();
  const registers = [registry];
  const duration = new Histogram({
    name: 'publish_duration_seconds',
    help: 'Time from the publication of a batch of messages to the confirmation of all.',
    buckets,
    registers,
  });
  const messages = new Counter({
    name: 'published_messages_total',
    help: 'Messages by what became of them: confirmed, unroutable (no queue takes them) or failed (they may have been published).',
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
