import { hash } from 'node:crypto';
import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import type { Mode } from '@plotline/kit/caller';
import type { Logger } from '@plotline/kit/process/log';
import { LRUCache } from 'lru-cache';
import type { Identity, VerifyKey } from './identity.js';
import { LookUpSlots } from './look-up-slots.js';

/** Age from which a result is no longer used, counted from the call to the auth service. */
const maxAgeMs = 1_000;
/** Age from which a result that is in use is refreshed in the background, so that no request waits for it. */
const refreshAgeMs = 500;
const maxKeys = 10_000;

/** Keys that were good when last seen have slots of their own, so that no flood of unknown ones keeps them waiting. */
const knownSlots = { maxRunning: 1_000, maxWaiting: 0 };
const strangerSlots = { maxRunning: 2, maxWaiting: 128 };

interface CacheEntry {
  readonly identity: Identity | null;
  /** On the monotonic clock, when the auth service was called. */
  readonly requestedAt: number;
}

interface LookUp {
  /** On the monotonic clock, when the auth service was called; null before that. */
  readonly start: { requestedAt: number | null };
  readonly result: Promise<Identity | null>;
}

/** Whom the look-up of a key that was never good counts for. */
export interface Stranger {
  readonly network: string;
  /** Counts a look-up before it is made; rejects when the network may make none. Resolves to what takes it out again. */
  count(): Promise<() => Promise<void>>;
}

/** Caches for a second whom an API key stands for. Keys are held as SHA-256 hashes alone. */
export class KeyCache {
  readonly #verify: VerifyKey;
  readonly #now: () => number;
  /** Entries stay when they are too old to be used: they tell which keys were good. */
  readonly #valid = new LRUCache<string, CacheEntry>({ max: maxKeys });
  /** A cache of its own, so that guessed keys cannot evict valid ones. */
  readonly #invalid = new LRUCache<string, CacheEntry>({ max: maxKeys });
  readonly #lookUps = new Map<string, LookUp>();
  /** Look-ups that are being counted, by network and key. */
  readonly #counted = new Map<string, Promise<Identity | null>>();
  readonly #revokedIds = new LRUCache<string, true>({ max: maxKeys });
  readonly #slots = { known: new LookUpSlots(knownSlots), stranger: new LookUpSlots(strangerSlots) };

  /** `now` gives monotonic milliseconds. */
  constructor(verify: VerifyKey, now: () => number = () => performance.now()) {
    this.#verify = verify;
    this.#now = now;
  }

  /**
   * Returns the identity of the key, or null for an invalid one; without a promise when it is cached. No result is used whose
   * look-up began more than a second before this call. A key that was never good is looked up once it has been counted for
   * its stranger. Rejects as that does, and with SERVICE_UNAVAILABLE when nothing fresh enough is cached and the auth service
   * does not answer.
   */
  find(key: string, mode: Mode, createStranger?: () => Stranger): Identity | null | Promise<Identity | null> {
    const keyHash = hash('sha256', `${mode}:${key}`, 'base64');
    const valid = this.#valid.get(keyHash);
    const entry = valid ?? this.#invalid.get(keyHash);
    if (entry && this.#isFresh(entry.requestedAt)) {
      if (valid && this.#now() - valid.requestedAt >= refreshAgeMs) {
        void this.#lookUp(keyHash, key, mode, 'known').catch(() => undefined);
      }
      return entry.identity;
    }
    if (valid || !createStranger) return this.#lookUp(keyHash, key, mode, valid ? 'known' : 'stranger');
    return this.#findRunning(keyHash) ?? this.#countAndLookUp(keyHash, key, mode, createStranger());
  }

  /** Evicts a revoked key at once, and rejects results of look-ups that are still under way. */
  revoke(keyId: string): void {
    this.#revokedIds.set(keyId, true);
    for (const [keyHash, { identity }] of this.#valid.entries()) {
      if (identity?.actor.id === keyId) this.#valid.delete(keyHash);
    }
  }

  #isFresh(requestedAt: number): boolean {
    return this.#now() - requestedAt < maxAgeMs;
  }

  /** The look-up of the key that is under way, unless it began too long ago for a request that comes now. */
  #findRunning(keyHash: string): Promise<Identity | null> | undefined {
    const running = this.#lookUps.get(keyHash);
    if (!running) return undefined;
    const { requestedAt } = running.start;
    return requestedAt === null || this.#isFresh(requestedAt) ? running.result : undefined;
  }

  /** Concurrent requests of one network with one key are counted once. */
  #countAndLookUp(keyHash: string, key: string, mode: Mode, stranger: Stranger): Promise<Identity | null> {
    const id = `${stranger.network} ${keyHash}`;
    const present = this.#counted.get(id);
    if (present !== undefined) return present;
    const counted = stranger.count().then(async (refund) => {
      this.#counted.delete(id);
      try {
        const identity = await this.#lookUp(keyHash, key, mode, 'stranger');
        if (identity) await refund();
        return identity;
      } catch (error) {
        await refund();
        throw error;
      }
    });
    this.#counted.set(id, counted);
    counted.catch(() => undefined).finally(() => this.#counted.delete(id));
    return counted;
  }

  /** Concurrent requests with one key share one look-up. */
  #lookUp(keyHash: string, key: string, mode: Mode, kind: 'known' | 'stranger'): Promise<Identity | null> {
    const running = this.#findRunning(keyHash);
    if (running !== undefined) return running;
    const start = { requestedAt: null };
    const lookUp = { start, result: this.#verifyInSlot(start, this.#slots[kind], { keyHash, key, mode }) };
    this.#lookUps.set(keyHash, lookUp);
    const forget = () => {
      if (this.#lookUps.get(keyHash) === lookUp) this.#lookUps.delete(keyHash);
    };
    lookUp.result.then(forget, forget);
    return lookUp.result;
  }

  async #verifyInSlot(
    start: LookUp['start'],
    slots: LookUpSlots,
    { keyHash, key, mode }: { readonly keyHash: string; readonly key: string; readonly mode: Mode },
  ): Promise<Identity | null> {
    const waiting = slots.acquire();
    // Without a wait the auth service is called at once.
    if (waiting !== null) await waiting;
    try {
      const requestedAt = this.#now();
      start.requestedAt = requestedAt;
      return this.#store(keyHash, await this.#verify(key, mode), requestedAt);
    } finally {
      slots.release();
    }
  }

  #store(keyHash: string, verified: Identity | null, requestedAt: number): Identity | null {
    const identity = verified && !this.#revokedIds.has(verified.actor.id) ? verified : null;
    const present = this.#valid.get(keyHash) ?? this.#invalid.get(keyHash);
    // A later look-up may have been answered earlier.
    if (present && present.requestedAt > requestedAt) return present.identity;
    this.#valid.delete(keyHash);
    this.#invalid.delete(keyHash);
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
