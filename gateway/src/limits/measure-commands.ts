import { Counter, Histogram, type Registry } from 'prom-client';

/** Redis didn't answer in time. */
export class RedisTimeout extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RedisTimeout';
  }
}

/** Runs the Redis commands of one limit and measures them. */
export type MeasureCommands = <T>(run: () => Promise<T>) => Promise<T>;

/** Creates a function that measures commands to Redis. Without a registry it measures nothing. */
export function createCommandMeasure(registry: Registry | undefined): MeasureCommands {
  if (!registry) return (run) => run();
  const registers = [registry];
  const duration = new Histogram({
    name: 'plotline_redis_operation_duration_seconds',
    help: "Time of an operation on Redis: the commands of one request's limit.",
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25],
    registers,
  });
  const failures = new Counter({
    name: 'plotline_redis_operation_failures_total',
    help: 'Failed operations on Redis: timeout or error.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['timeout', 'error']) failures.inc({ reason }, 0);
  return async (run) => {
    const startedAt = performance.now();
    try {
      return await run();
    } catch (error) {
      failures.inc({ reason: error instanceof RedisTimeout ? 'timeout' : 'error' });
      throw error;
    } finally {
      duration.observe((performance.now() - startedAt) / 1_000);
    }
  };
}
