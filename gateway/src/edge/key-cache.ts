import { hash } from 'node:crypto';
import type { Mode } from '@plotline/kit/caller';
import { unavailable } from '@plotline/kit/errors';
import { LRUCache } from 'lru-cache';
import type { Identity } from './identity.js';
import type { VerifyKey } from './verify-key.js';

/** No answer is used when the question that led to it was asked longer ago than this, in milliseconds. */
const longestUse = 1_000;
/** From this age on an answer is renewed while it is still being used, so that no request waits for it. */
const renewalAge = 500;
const mostKeys = 10_000;
const mostLookups = 1_000;

interface Answer {
  readonly identity: Identity | null;
  /** On the monotonic clock, when it was asked for. */
  readonly askedAt: number;
}

/** Knows for a second who a key is. Keys are held as hashes alone. */
export class KeyCache {
  readonly #verify: VerifyKey;
  readonly #now: () => number;
  readonly #known = new LRUCache<string, Answer>({ max: mostKeys });
  /** Apart, so that guessed keys cannot push the good ones out. */
  readonly #refused = new LRUCache<string, Answer>({ max: mostKeys });
  readonly #lookups = new Map<string, Promise<Identity | null>>();
  readonly #revoked = new LRUCache<string, true>({ max: mostKeys });

  /** `now` gives monotonic milliseconds. */
  constructor(verify: VerifyKey, now: () => number = () => performance.now()) {
    this.#verify = verify;
    this.#now = now;
  }

  /**
   * Who the key is, or null for nobody; at once when that is known, else a promise of it. Rejects with
   * SERVICE_UNAVAILABLE when nothing fresh enough is known and the auth service does not answer.
   */
  find(key: string, mode: Mode): Identity | null | Promise<Identity | null> {
    const name = hash('sha256', `${mode}:${key}`, 'base64');
    const answer = this.#known.get(name) ?? this.#refused.get(name);
    const age = answer ? this.#now() - answer.askedAt : Number.POSITIVE_INFINITY;
    if (!answer || age >= longestUse) return this.#lookUp(name, key, mode);
    if (answer.identity && age >= renewalAge) void this.#lookUp(name, key, mode).catch(() => undefined);
    return answer.identity;
  }

  /** Forgets a revoked key at once, and refuses answers about it that are still on their way. */
  forget(keyId: string): void {
    this.#revoked.set(keyId, true);
    for (const [name, { identity }] of this.#known.entries()) {
      if (identity?.actor.id === keyId) this.#known.delete(name);
    }
  }

  #lookUp(name: string, key: string, mode: Mode): Promise<Identity | null> {
    const running = this.#lookups.get(name);
    if (running !== undefined) return running;
    if (this.#lookups.size >= mostLookups) {
      return Promise.reject(unavailable('Too many credentials are being checked at the moment.'));
    }
    const lookup = this.#ask(name, key, mode).finally(() => this.#lookups.delete(name));
    this.#lookups.set(name, lookup);
    return lookup;
  }

  async #ask(name: string, key: string, mode: Mode): Promise<Identity | null> {
    const askedAt = this.#now();
    const found = await this.#verify(key, mode);
    const identity = found && !this.#revoked.has(found.actor.id) ? found : null;
    this.#known.delete(name);
    (identity ? this.#known : this.#refused).set(name, { identity, askedAt });
    return identity;
  }
}
