import { hash } from 'node:crypto';
import { invalid } from '@plotline/kit/errors';
import type { Redis } from 'ioredis';
import type { Exchange } from './exchange.js';
import type { Identity } from './identity.js';

const keptSeconds = 24 * 3_600;

/**
 * What each Idempotency-Key was first used for. Services tell equal requests from others among their own; that a key was
 * used at another service only the gateway can tell.
 */
export interface KeyUses {
  /** Throws VALIDATION_ERROR when the request's key stands for another method or address. */
  assertSame(exchange: Exchange, identity: Identity): Promise<void>;
}

function recordName({ mode }: Exchange, { workspaceId, actor }: Identity, key: string): string {
  return `plotline:idempotency:${hash('sha256', JSON.stringify([workspaceId, mode, actor.type, actor.id, key]))}`;
}

/** Remembers in Redis. While it is away nothing is refused here: within each service the rule holds all the same. */
export function rememberKeyUses(redis: Redis): KeyUses {
  /** The use that was noted before, or null when this one is the first. */
  async function noted(name: string, use: string): Promise<string | null> {
    try {
      return await redis.set(name, use, 'EX', keptSeconds, 'NX', 'GET');
    } catch {
      return use;
    }
  }

  return {
    assertSame: async (exchange, identity) => {
      const { request, response, path, query } = exchange;
      const key = request.headers['idempotency-key'];
      if (request.method !== 'POST' || typeof key !== 'string' || key === '') return;
      const name = recordName(exchange, identity, key);
      const use = `${request.method} ${path}${query}`;
      const before = await noted(name, use);
      if (before !== null && before !== use) {
        const message = 'was used for a different request in the last 24 hours';
        throw invalid({ field: 'Idempotency-Key', message });
      }
      if (before !== null) return;
      // A request that was refused leaves its key free.
      response.once('finish', () => {
        if (response.statusCode >= 300) redis.del(name).catch(() => undefined);
      });
    },
  };
}
