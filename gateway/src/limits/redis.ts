import type { Logger } from '@plotline/kit/process/log';
import { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';

const commandTimeoutMs = 250;
const connectTimeoutMs = 2_000;
const maxRetryDelayMs = 3_000;

/** Opens the gateway's one connection to Redis. While Redis is away, commands fail at once. */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, maxRetryDelayMs),
  });
  redis.on('error', (error) => log.warn({ err: error }, 'redis failed'));
  return redis;
}

/** Registers the gauge that tells whether rate limits are counted in this process's memory. */
export function registerRedisGauge(registry: Registry, redis: Redis): void {
  new Gauge({
    name: 'rate_limits_in_memory',
    help: '1 while Redis is away and each gateway counts for itself.',
    registers: [registry],
    collect() {
      this.set(redis.status === 'ready' ? 0 : 1);
    },
  });
}
