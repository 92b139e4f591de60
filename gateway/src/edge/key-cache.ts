import { hash } from 'node:crypto';
import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import type { Mode } from '@plotline/kit/caller';
import { unavailable } from '@plotline/kit/errors';
import type { Logger } from '@plotline/kit/process/log';
import { LRUCache } from 'lru-cache';
import type { Identity, VerifyKey } from './identity.js';

/** Age from which a result is no longer used, counted from the call to the auth service. */
const maxAgeMs = 1_000;
/** Age from which a result that is in use is refreshed in the background, so that no request waits for it. */
const refreshAgeMs = 500;
const maxKeys = 10_000;
const maxLookups = 1_000;

interface CacheEntry {
  readonly identity: Identity | null;
  /** On the monotonic clock, when the auth service was called. */
  readonly requestedAt: number;
}

/** Caches for a second whom an API key stands for. Keys are held as SHA-256 hashes alone. */
export class KeyCache {
  readonly #verify: VerifyKey;
  readonly #now: () => number;
  readonly #valid = new LRUCache<string, CacheEntry>({ max: maxKeys });
  /** A cache of its own, so that guessed keys cannot evict valid ones. */
  readonly #invalid = new LRUCache<string, CacheEntry>({ max: maxKeys });
  readonly #lookups = new Map<string, Promise<Identity | null>>();
  readonly #revokedIds = new LRUCache<string, true>({ max: maxKeys });

  /** `now` gives monotonic milliseconds. */
  constructor(verify: VerifyKey, now: () => number = () => performance.now()) {
    this.#verify = verify;
    this.#now = now;
  }

  /**
   * Returns the identity of the key, or null for an invalid one; without a promise when it is cached. Rejects with
   * SERVICE_UNAVAILABLE when nothing fresh enough is cached and the auth service does not answer.
   */
  find(key: string, mode: Mode): Identity | null | Promise<Identity | null> {
    const keyHash = hash('sha256', `${mode}:${key}`, 'base64');
    const entry = this.#valid.get(keyHash) ?? this.#invalid.get(keyHash);
    const ageMs = entry ? this.#now() - entry.requestedAt : Number.POSITIVE_INFINITY;
    if (!entry || ageMs >= maxAgeMs) return this.#lookUp(keyHash, key, mode);
    if (entry.identity && ageMs >= refreshAgeMs) void this.#lookUp(keyHash, key, mode).catch(() => undefined);
    return entry.identity;
  }

  /** Evicts a revoked key at once, and rejects results of lookups that are still under way. */
  revoke(keyId: string): void {
    this.#revokedIds.set(keyId, true);
    for (const [keyHash, { identity }] of this.#valid.entries()) {
      if (identity?.actor.id === keyId) this.#valid.delete(keyHash);
    }
  }

  /** Concurrent requests with one key share one lookup. */
  #lookUp(keyHash: string, key: string, mode: Mode): Promise<Identity | null> {
    const running = this.#lookups.get(keyHash);
    if (running !== undefined) return running;
    if (this.#lookups.size >= maxLookups) {
      return Promise.reject(unavailable('Too many credentials are being checked at the moment.'));
    }
    const lookup = this.#verifyAndCache(keyHash, key, mode).finally(() => this.#lookups.delete(keyHash));
    this.#lookups.set(keyHash, lookup);
    return lookup;
  }

  async #verifyAndCache(keyHash: string, key: string, mode: Mode): Promise<Identity | null> {
    const requestedAt = this.#now();
    const verified = await this.#verify(key, mode);
    const identity = verified && !this.#revokedIds.has(verified.actor.id) ? verified : null;
    this.#valid.delete(keyHash);
    (identity ? this.#valid : this.#invalid).set(keyHash, { identity, requestedAt });
    return identity;
  }
}

/** Consumes `key.revoked` and evicts the key. A lost event only means that the entry lives until its maximum age. */
export function createRevocationConsumer(keys: KeyCache, log: Logger): Consumer {
  return {
    queue: 'gateway.keys',
    bindings: ['key.revoked'],
    prefetch: 100,
    transient: true,
    handle: async ({ id, payload }) => {
      try {
        keys.revoke(readText(parseEnvelope(payload).data, 'id'));
      } catch (error) {
        log.warn({ event_id: id, err: error }, 'key.revoked without a key id');
      }
    },
  };
}
