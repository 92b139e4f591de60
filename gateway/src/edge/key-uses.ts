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

/** Who noted the use, until one has succeeded; then nobody in particular. */
const markOf = (use: string, requestId: string) => `${requestId} ${use}`;
const useOf = (mark: string) => mark.slice(mark.indexOf(' ') + 1);
const keptMark = (mark: string) => markOf(useOf(mark), '');

const deleteIfEqual = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Remembers in Redis. While it is away nothing is refused here: within each service the rule holds all the same. */
export function rememberKeyUses(redis: Redis): KeyUses {
  /** The use that was noted before, or null when this one is the first. */
  async function noted(name: string, mark: string): Promise<string | null> {
    try {
      return await redis.set(name, mark, 'EX', keptSeconds, 'NX', 'GET');
    } catch {
      return mark;
    }
  }

  /** Once a request has succeeded, those that were refused beside it do not free the key. */
  async function settle(name: string, mark: string, isKept: boolean): Promise<void> {
    if (isKept) await redis.set(name, keptMark(mark), 'EX', keptSeconds);
    else await redis.eval(deleteIfEqual, 1, name, mark);
  }

  return {
    assertSame: async (exchange, identity) => {
      const { request, response, path, query } = exchange;
      const key = request.headers['idempotency-key'];
      if (request.method !== 'POST' || typeof key !== 'string' || key === '') return;
      const name = recordName(exchange, identity, key);
      const use = `${request.method} ${path}${query}`;
      const mark = markOf(use, exchange.requestId);
      const before = await noted(name, mark);
      if (before !== null && useOf(before) !== use) {
        const message = 'was used for a different request in the last 24 hours';
        throw invalid({ field: 'Idempotency-Key', message });
      }
      response.once('close', () => {
        const isDone = response.writableFinished && response.statusCode < 300;
        // A client that went away while it was answered may have had its request carried out.
        const isRefused = response.writableFinished ? response.statusCode >= 300 : !request.complete;
        if (isDone || isRefused) settle(name, mark, isDone).catch(() => undefined);
      });
    },
  };
}
