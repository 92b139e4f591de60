import { hash, randomBytes } from 'node:crypto';
import { idempotencyKeyReused } from '@plotline/kit/core/errors';
import type { SharedRedis } from '../limits/redis.js';
import type { Identity } from './identity.js';
import type { RequestContext } from './request-context.js';

const ttlSeconds = 24 * 3_600;
/**
 * Maximum entries per workspace and mode in 24 hours, of about 150 bytes each. Only the services check further keys.
 */
const maxEntries = 100_000;

/**
 * Remembers the method and address of each Idempotency-Key's first use. Refuses a key that was used with a different
 * address, even at a different service. Each service compares only its own requests, so the gateway makes the
 * comparison between services.
 */
export interface IdempotencyKeyRegistry {
  /** Throws VALIDATION_ERROR when the request's key was used with a different method or address. */
  assertSameTarget(requestContext: RequestContext, identity: Identity): Promise<void>;
}

const digest = (text: string) => hash('sha256', text, 'base64url').slice(0, 22);

/**
 * Formats an entry, `<nonce> <target>`. The nonce identifies the request that registered the entry, and is removed once
 * a request has succeeded.
 */
const toEntry = (target: string, nonce: string) => `${nonce} ${target}`;
const readTarget = (entry: string) => entry.slice(entry.indexOf(' ') + 1);

/** Registers the entry unless one exists or the workspace has too many. Returns the existing entry, or `full`. */
const registerIfAbsent = `
local present = redis.call('get', KEYS[1])
if present then return present end
local count = redis.call('incr', KEYS[2])
if count == 1 then redis.call('expire', KEYS[2], ARGV[2]) end
if count > tonumber(ARGV[3]) then return 'full' end
redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2])
return false`;

const deleteIfEqual = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * Creates a registry in Redis. While Redis is unavailable, the registry refuses nothing; each service still compares
 * its own requests.
 */
export function createIdempotencyKeyRegistry(shared: SharedRedis): IdempotencyKeyRegistry {
  const { redis } = shared;
  const notRegistered = () => 'full';

  /** Registers the entry. Resolves to null, to the existing entry, or to `full` when there are too many. */
  const register = (redisKey: string, countKey: string, entry: string): Promise<string | null> =>
    shared.run(async () => {
      const present = await redis.eval(registerIfAbsent, 2, redisKey, countKey, entry, ttlSeconds, maxEntries);
      return typeof present === 'string' ? present : null;
    }, notRegistered);

  /** Removes the nonce from the entry, so that a refused concurrent request can't delete the entry. */
  const confirm = (redisKey: string, target: string) =>
    shared.run(() => redis.set(redisKey, toEntry(target, ''), 'EX', ttlSeconds), notRegistered);

  /** Deletes the entry if this request registered it. */
  const release = (redisKey: string, entry: string) =>
    shared.run(() => redis.eval(deleteIfEqual, 1, redisKey, entry), notRegistered);

  return {
    assertSameTarget: async (requestContext, { workspaceId, actor, credentialId }) => {
      const { request, response, mode, path, query } = requestContext;
      const key = request.headers['idempotency-key'];
      if (request.method !== 'POST' || typeof key !== 'string' || key === '') return;
      // In a cluster, the part in braces decides the slot. All keys of a script must have the same slot.
      const owner = `plotline:idempotency:{${workspaceId}:${mode}}`;
      const redisKey = `${owner}:${digest(JSON.stringify([actor.type, credentialId, key]))}`;
      const target = digest(`${request.method} ${path}${query}`);
      const entry = toEntry(target, randomBytes(6).toString('base64url'));
      const present = await register(redisKey, owner, entry);
      if (present === 'full') return;
      if (present !== null && readTarget(present) !== target) throw idempotencyKeyReused();
      const onClose = async () => {
        // If the client disconnected after sending its whole request, the service may have executed the request. So the
        // entry is kept.
        if (!response.writableFinished && request.complete) return;
        await (response.writableFinished && response.statusCode < 300
          ? confirm(redisKey, target)
          : release(redisKey, entry));
      };
      requestContext.onClose(() => {
        onClose().catch(() => undefined);
      });
    },
  };
}
