import type { Logger } from '@plotline/kit/process/log';
import { Redis } from 'ioredis';

const commandTimeoutMs = 250;

/** Opens the gateway's one connection to Redis. While it is away, commands fail at once. */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    commandTimeout: commandTimeoutMs,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, 3_000),
  });
  redis.on('error', (error) => log.warn({ err: error }, 'redis failed'));
  return redis;
}
