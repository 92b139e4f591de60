import { LRUCache } from 'lru-cache';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { MemoryCounts } from './memory-counts.js';
import type { SharedRedis } from './redis.js';

const windowMs = { minute: 60_000, day: 86_400_000 } as const;

/** Usage of a limit in its current window. */
export interface WindowUsage {
  /** Null means unlimited. */
  readonly limit: number | null;
  readonly used: number;
  /** End of the window, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** Result of counting one request against a limit. */
export interface Consumption {
  readonly usage: WindowUsage;
  readonly isRefused: boolean;
  /** Removes the request from the count. Does nothing for a refused request, which isn't counted. */
  refund(): Promise<void>;
}

/** Options of one kind of limit, such as the requests per minute of a plan. */
export interface WindowOptions {
  /**
   * Windows with the same name share a count even if their limits differ, because a plan may change within a window.
   */
  readonly name: string;
  readonly window: keyof typeof windowMs;
  readonly limit: number | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Shared by all windows of the same name. */
  readonly memory: MemoryCounts;
}

/** Maximum exhausted windows that a gateway remembers for each limit. For any other window it asks Redis. */
const maxUsedUp = 10_000;

interface CurrentWindow {
  readonly windowKey: string;
  readonly endsAt: number;
}

/**
 * A fixed-window limit. Windows start with the UTC minute or day and are counted in Redis for all gateways together.
 * While Redis is unavailable, each gateway counts in its own memory.
 */
export class FixedWindow {
  readonly #redis: SharedRedis;
  readonly #limiter: RateLimiterRedis;
  readonly #options: WindowOptions;
  readonly #points: number;
  /**
   * Exhausted windows. Kept here instead of in the limiter, because a refund must forget a single window, which the
   * limiter can't do.
   */
  readonly #usedUp = new LRUCache<string, true>({ max: maxUsedUp });

  constructor(redis: SharedRedis, options: WindowOptions) {
    this.#redis = redis;
    this.#options = options;
    this.#points = options.limit ?? Number.MAX_SAFE_INTEGER;
    this.#limiter = new RateLimiterRedis({
      keyPrefix: `plotline:limit:${options.name}`,
      points: this.#points,
      duration: windowMs[options.window] / 1_000,
      storeClient: redis.redis,
      rejectIfRedisNotReady: true,
    });
  }

  /**
   * Returns whether this gateway knows that the window is exhausted, so that further requests are refused without a
   * call to Redis.
   */
  isUsedUp(key: string): boolean {
    return this.#usedUp.has(this.#currentWindow(key).windowKey);
  }

  async consume(key: string): Promise<Consumption> {
    const current = this.#currentWindow(key);
    if (this.isUsedUp(key)) return this.#refuse(current.endsAt);
    return this.#redis.run(
      () => this.#consumeInRedis(current),
      () => this.#consumeInMemory(current),
    );
  }

  /** Resolves to the usage. Counts nothing. */
  async peek(key: string): Promise<WindowUsage> {
    const { windowKey, endsAt } = this.#currentWindow(key);
    if (this.isUsedUp(key)) return this.#toUsage(this.#points, endsAt);
    return this.#redis.run(
      async () => this.#toUsage((await this.#limiter.get(windowKey))?.consumedPoints ?? 0, endsAt),
      () => this.#toUsage(this.#options.memory.get(windowKey), endsAt),
    );
  }

  async #consumeInRedis({ windowKey, endsAt }: CurrentWindow): Promise<Consumption> {
    const { consumedPoints } = await this.#limiter.penalty(windowKey);
    const takeBack = async () => {
      await this.#limiter.reward(windowKey);
    };
    if (consumedPoints >= this.#points) this.#usedUp.set(windowKey, true);
    if (consumedPoints > this.#points) {
      // Refused requests aren't counted.
      await takeBack();
      return this.#refuse(endsAt);
    }
    const refund = () => {
      // This request may be the one that exhausted the window.
      const forget = () => takeBack().then(() => void this.#usedUp.delete(windowKey));
      return this.#redis.run(forget, () => undefined);
    };
    return { usage: this.#toUsage(consumedPoints, endsAt), isRefused: false, refund };
  }

  #consumeInMemory({ windowKey, endsAt }: CurrentWindow): Consumption {
    const { memory } = this.#options;
    if (!memory.tryAdd(windowKey, this.#points)) return this.#refuse(endsAt);
    const refund = async () => memory.remove(windowKey);
    return { usage: this.#toUsage(memory.get(windowKey), endsAt), isRefused: false, refund };
  }

  #refuse(endsAt: number): Consumption {
    return { usage: this.#toUsage(this.#points, endsAt), isRefused: true, refund: () => Promise.resolve() };
  }

  #currentWindow(key: string): CurrentWindow {
    const length = windowMs[this.#options.window];
    const index = Math.floor(this.#options.now() / length);
    return { windowKey: `${key}:${index}`, endsAt: (index + 1) * length };
  }

  #toUsage(used: number, resetsAt: number): WindowUsage {
    const { limit } = this.#options;
    return { limit, used: limit === null ? used : Math.min(used, limit), resetsAt };
  }
}
