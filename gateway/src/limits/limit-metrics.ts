import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';

/** Adds to the metrics whether limits are counted in this process's memory, because Redis is away. */
export function measureLimits(registry: Registry, redis: Redis): void {
  new Gauge({
    name: 'rate_limits_from_memory',
    help: '1 while Redis is away and each gateway counts for itself.',
    registers: [registry],
    collect() {
      this.set(redis.status === 'ready' ? 0 : 1);
    },
  });
}
