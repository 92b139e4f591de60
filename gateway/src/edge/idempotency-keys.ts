import { hash } from 'node:crypto';
import { invalid } from '@plotline/kit/errors';
import type { Redis } from 'ioredis';
import type { Identity } from './identity.js';
import type { RequestContext } from './request-context.js';

const ttlSeconds = 24 * 3_600;

/**
 * Knows which method and address each Idempotency-Key was first used with. A service compares the requests that it gets
 * itself; that a key was used at another service only the gateway can tell.
 */
export interface IdempotencyKeyRegistry {
  /** Throws VALIDATION_ERROR when the request's key was used with another method or address. */
  assertSameTarget(requestContext: RequestContext, identity: Identity): Promise<void>;
}

function toRedisKey({ mode }: RequestContext, { workspaceId, actor }: Identity, key: string): string {
  return `plotline:idempotency:${hash('sha256', JSON.stringify([workspaceId, mode, actor.type, actor.id, key]))}`;
}

/** An entry is `<request id> <target>`: the id of the request that registered it, or no id once a request has succeeded. */
const toEntry = (target: string, requestId: string) => `${requestId} ${target}`;
const readTarget = (entry: string) => entry.slice(entry.indexOf(' ') + 1);

const deleteIfEqual = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Creates a registry in Redis. While Redis is away it refuses nothing; each service still compares its own requests. */
export function createIdempotencyKeyRegistry(redis: Redis): IdempotencyKeyRegistry {
  /** Registers the entry unless there is one; resolves to the one that was there. */
  async function register(redisKey: string, entry: string): Promise<string | null> {
    try {
      return await redis.set(redisKey, entry, 'EX', ttlSeconds, 'NX', 'GET');
    } catch {
      return entry;
    }
  }

  /** Replaces the entry by one without an id: a concurrent request that is refused cannot delete that. */
  async function confirm(redisKey: string, target: string): Promise<void> {
    await redis.set(redisKey, toEntry(target, ''), 'EX', ttlSeconds);
  }

  /** Deletes the entry if this request has registered it. */
  async function release(redisKey: string, entry: string): Promise<void> {
    await redis.eval(deleteIfEqual, 1, redisKey, entry);
  }

  return {
    assertSameTarget: async (requestContext, identity) => {
      const { request, response, path, query } = requestContext;
      const key = request.headers['idempotency-key'];
      if (request.method !== 'POST' || typeof key !== 'string' || key === '') return;
      const redisKey = toRedisKey(requestContext, identity, key);
      const target = `${request.method} ${path}${query}`;
      const entry = toEntry(target, requestContext.requestId);
      const present = await register(redisKey, entry);
      if (present !== null && readTarget(present) !== target) {
        const message = 'was used for a different request in the last 24 hours';
        throw invalid({ field: 'Idempotency-Key', message });
      }
      response.once('close', () => {
        const isSuccess = response.writableFinished && response.statusCode < 300;
        // When the client disconnects during the response, the service may have carried the request out: the entry stays.
        const isRefused = response.writableFinished && response.statusCode >= 300;
        if (isSuccess) confirm(redisKey, target).catch(() => undefined);
        else if (isRefused) release(redisKey, entry).catch(() => undefined);
      });
    },
  };
}
