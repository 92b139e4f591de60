import { LRUCache } from 'lru-cache';

/**
 * Counts by key while Redis is unavailable. Drops the least recently used keys. RateLimiterMemory would keep all of
 * them, with a timer for each: 300,000 networks in a minute take 154 MB there and 9 MB here (Node 20).
 */
export class MemoryCounts {
  readonly #counts: LRUCache<string, number>;

  constructor(maxKeys = 50_000) {
    this.#counts = new LRUCache({ max: maxKeys });
  }

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds one unless the count has reached `limit`. Returns whether it added one. */
  tryAdd(key: string, limit: number): boolean {
    const count = this.get(key);
    if (count >= limit) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  /** Subtracts one. */
  remove(key: string): void {
    this.#counts.set(key, Math.max(this.get(key) - 1, 0));
  }
}
