import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Usage } from './usage.js';

const lengths = { minute: 60_000, day: 86_400_000 } as const;

/** What became of one request at a counter. */
export interface Consumption {
  readonly usage: Usage;
  readonly isRefused: boolean;
  /** Takes the request out of the count again; a refused one is not in it. */
  giveBack(): Promise<void>;
}

/** One kind of limit, such as the requests of a minute under a plan. */
export interface CounterOptions {
  /** Counters of one name count together, whatever their limits: a plan may change within a window. */
  readonly name: string;
  readonly window: keyof typeof lengths;
  readonly limit: number | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Counts in windows that begin with the UTC minute or day, in Redis for all gateways together. While Redis is away each
 * gateway counts in its own memory.
 */
export class Counter {
  readonly #limiter: RateLimiterRedis;
  readonly #options: CounterOptions;

  constructor(redis: Redis, options: CounterOptions) {
    const limits = {
      keyPrefix: `plotline:limit:${options.name}`,
      points: options.limit ?? Number.MAX_SAFE_INTEGER,
      duration: lengths[options.window] / 1_000,
    };
    this.#options = options;
    this.#limiter = new RateLimiterRedis({
      ...limits,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      // The rest of a window that is used up costs no question to Redis.
      inMemoryBlockOnConsumed: limits.points,
      insuranceLimiter: new RateLimiterMemory(limits),
    });
  }

  #window(key: string): { readonly name: string; readonly endsAt: number } {
    const length = lengths[this.#options.window];
    const index = Math.floor(this.#options.now() / length);
    return { name: `${key}:${index}`, endsAt: (index + 1) * length };
  }

  #usage(used: number, resetsAt: number): Usage {
    const { limit } = this.#options;
    return { limit, used: limit === null ? used : Math.min(used, limit), resetsAt };
  }

  async consume(key: string): Promise<Consumption> {
    const { name, endsAt } = this.#window(key);
    try {
      const { consumedPoints } = await this.#limiter.consume(name);
      return {
        usage: this.#usage(consumedPoints, endsAt),
        isRefused: false,
        giveBack: async () => {
          await this.#limiter.reward(name);
        },
      };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // Refusals do not count. One from memory was never in the count.
      if (refusal.consumedPoints > 0) await this.#limiter.reward(name);
      const used = this.#options.limit ?? 0;
      return { usage: this.#usage(used, endsAt), isRefused: true, giveBack: () => Promise.resolve() };
    }
  }

  /** Tells the usage without adding to it. */
  async peek(key: string): Promise<Usage> {
    const { name, endsAt } = this.#window(key);
    const found = await this.#limiter.get(name);
    return this.#usage(found?.consumedPoints ?? 0, endsAt);
  }
}
