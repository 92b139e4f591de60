import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@plotline/kit/contract/document';
import { Problem } from '@plotline/kit/errors';
import type { Redis } from 'ioredis';
import type { Exchange } from '../edge/exchange.js';
import type { Identity } from '../edge/identity.js';
import { type Consumption, Counter, type CounterOptions } from './counter.js';
import { InFlight } from './in-flight.js';
import { limitsOfPlan, perMinuteAndAddress } from './plans.js';
import type { PlanUsage, Usage } from './usage.js';

export interface LimitsOptions {
  readonly redis: Redis;
  /** Multiplies every limit. */
  readonly factor: number;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

function report({ limit, used, resetsAt }: Usage, response: ServerResponse): void {
  if (limit === null) return;
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', limit - used);
  response.setHeader('X-RateLimit-Reset', Math.floor(resetsAt / 1_000));
}

function exceeded(what: string, seconds: number): Problem {
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new Problem('RATE_LIMIT_EXCEEDED', `${what} Try again in ${seconds} ${unit}.`, { retryAfter: seconds });
}

/**
 * The limits of the contract (part 8): of the plan per minute and day, of single operations, of requests in flight, and
 * of addresses. A request that is refused here is in no count. Each answer says in headers how the minute stands.
 */
export class Limits {
  readonly #options: Required<LimitsOptions>;
  readonly #inFlight = new InFlight();
  readonly #counters = new Map<string, Counter>();
  readonly #addresses: Counter;

  constructor(options: LimitsOptions) {
    this.#options = { now: Date.now, ...options };
    this.#addresses = this.#counter('address', 'minute', perMinuteAndAddress * options.factor);
  }

  /** Counts a request of a workspace; throws RATE_LIMIT_EXCEEDED, with the seconds to wait, when it is one too many. */
  async admit(exchange: Exchange, identity: Identity, operation: Operation | null): Promise<PlanUsage> {
    const { response, mode } = exchange;
    const key = `${identity.workspaceId}:${mode}`;
    const { perMinute, perDay, burst } = limitsOfPlan(identity.plan, this.#options.factor);
    const minutes = this.#counter('minute', 'minute', perMinute);
    if (!this.#inFlight.enter(key, burst, response)) {
      report(await minutes.peek(key), response);
      throw exceeded(`More than ${burst} requests of the workspace are running at once.`, 1);
    }
    // First, as the plan's counts must not move for a request that its operation refuses.
    const own = await this.#consumeOperation(key, operation);
    if (own?.isRefused) {
      report(await minutes.peek(key), response);
      throw exceeded('The limit of requests to this endpoint is reached.', this.#secondsUntil(own.usage));
    }
    const counter = this.#counter('day', 'day', perDay);
    const [minute, day] = await Promise.all([minutes.consume(key), counter.consume(key)]);
    const refused = [day, minute].find(({ isRefused }) => isRefused);
    if (!refused) {
      report(minute.usage, response);
      return { minute: minute.usage, day: day.usage };
    }
    await Promise.all([own, minute, day].map((consumption) => consumption?.giveBack()));
    report(minute.isRefused ? minute.usage : { ...minute.usage, used: minute.usage.used - 1 }, response);
    const what =
      refused === day ? 'The daily limit of requests is reached.' : 'The limit of requests per minute is reached.';
    throw exceeded(what, this.#secondsUntil(refused.usage));
  }

  /** Counts a request without a valid credential for its address; throws RATE_LIMIT_EXCEEDED when it is one too many. */
  async countAddress({ request, response }: Exchange): Promise<void> {
    const { usage, isRefused } = await this.#addresses.consume(this.#options.addressOf(request));
    report(usage, response);
    if (isRefused) throw exceeded('Too many requests without a valid credential.', this.#secondsUntil(usage));
  }

  /** Says how the address stands, for answers that know no workspace and do not count. */
  async reportAddress({ request, response }: Exchange): Promise<void> {
    report(await this.#addresses.peek(this.#options.addressOf(request)), response);
  }

  async #consumeOperation(key: string, operation: Operation | null): Promise<Consumption | null> {
    const limit = operation?.['x-limit'];
    if (!operation || !limit) return null;
    const name = `operation:${limit.group ?? operation.operationId}`;
    return this.#counter(name, 'minute', limit.per_minute * this.#options.factor).consume(key);
  }

  #counter(name: string, window: CounterOptions['window'], limit: number | null): Counter {
    const id = `${name}:${limit}`;
    const known = this.#counters.get(id);
    if (known) return known;
    const counter = new Counter(this.#options.redis, { name, window, limit, now: this.#options.now });
    this.#counters.set(id, counter);
    return counter;
  }

  #secondsUntil({ resetsAt }: Usage): number {
    return Math.max(1, Math.ceil((resetsAt - this.#options.now()) / 1_000));
  }
}
