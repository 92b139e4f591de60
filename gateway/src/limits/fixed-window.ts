import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

const windowMs = { minute: 60_000, day: 86_400_000 } as const;

/** How much of a limit is used in its current window. */
export interface WindowUsage {
  /** Null is unlimited. */
  readonly limit: number | null;
  readonly used: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetsAt: number;
}

/** The outcome of one request at a limit. */
export interface Consumption {
  readonly usage: WindowUsage;
  readonly isRefused: boolean;
  /** Takes the request out of the count again; a refused one is not in it. */
  refund(): Promise<void>;
}

/** One kind of limit, such as the requests of a minute under a plan. */
export interface WindowOptions {
  /** Windows of one name count together, whatever their limits: a plan may change within a window. */
  readonly name: string;
  readonly window: keyof typeof windowMs;
  readonly limit: number | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * A fixed-window limit: windows begin with the UTC minute or day, and are counted in Redis for all gateways together.
 * While Redis is away each gateway counts in its own memory.
 */
export class FixedWindow {
  readonly #limiter: RateLimiterRedis;
  readonly #options: WindowOptions;

  constructor(redis: Redis, options: WindowOptions) {
    const limits = {
      keyPrefix: `plotline:limit:${options.name}`,
      points: options.limit ?? Number.MAX_SAFE_INTEGER,
      duration: windowMs[options.window] / 1_000,
    };
    this.#options = options;
    this.#limiter = new RateLimiterRedis({
      ...limits,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      // Once a window is used up, its further requests are refused without a call to Redis.
      inMemoryBlockOnConsumed: limits.points,
      insuranceLimiter: new RateLimiterMemory(limits),
    });
  }

  #currentWindow(key: string): { readonly windowKey: string; readonly endsAt: number } {
    const length = windowMs[this.#options.window];
    const index = Math.floor(this.#options.now() / length);
    return { windowKey: `${key}:${index}`, endsAt: (index + 1) * length };
  }

  #toUsage(used: number, resetsAt: number): WindowUsage {
    const { limit } = this.#options;
    return { limit, used: limit === null ? used : Math.min(used, limit), resetsAt };
  }

  async consume(key: string): Promise<Consumption> {
    const { windowKey, endsAt } = this.#currentWindow(key);
    try {
      const { consumedPoints } = await this.#limiter.consume(windowKey);
      return {
        usage: this.#toUsage(consumedPoints, endsAt),
        isRefused: false,
        refund: async () => {
          await this.#limiter.reward(windowKey);
        },
      };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // Refused requests do not count. One that was refused from memory was never in the count.
      if (refusal.consumedPoints > 0) await this.#limiter.reward(windowKey);
      const used = this.#options.limit ?? 0;
      return { usage: this.#toUsage(used, endsAt), isRefused: true, refund: () => Promise.resolve() };
    }
  }

  /** Resolves to the usage without adding to it. */
  async peek(key: string): Promise<WindowUsage> {
    const { windowKey, endsAt } = this.#currentWindow(key);
    const state = await this.#limiter.get(windowKey);
    return this.#toUsage(state?.consumedPoints ?? 0, endsAt);
  }
}
