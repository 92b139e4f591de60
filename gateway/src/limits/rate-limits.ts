import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@plotline/kit/contract/document';
import { Problem } from '@plotline/kit/errors';
import type { Identity } from '../edge/identity.js';
import type { RequestContext } from '../edge/request-context.js';
import { type Consumption, FixedWindow, type WindowOptions, type WindowUsage } from './fixed-window.js';
import { MemoryCounts } from './memory-counts.js';
import { getPlanLimits, maxPerMinuteAndAddress, type PlanUsage } from './plans.js';
import type { SharedRedis } from './redis.js';

export interface RateLimitsOptions {
  readonly redis: SharedRedis;
  /** Multiplies every limit. */
  readonly factor: number;
  /** Reads the network that a request without a workspace counts for. */
  readonly readNetwork: (request: IncomingMessage) => string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Counts the requests that a workspace has in flight at this gateway. */
class InFlightRequests {
  readonly #counts = new Map<string, number>();

  /** Counts a request until it is over; false, without counting it, when `max` are in flight already. */
  tryEnter(key: string, max: number, { onClose }: RequestContext): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= max) return false;
    this.#counts.set(key, count + 1);
    onClose(() => this.#leave(key));
    return true;
  }

  #leave(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

type Headers = readonly (readonly [name: string, value: number])[];

function toRateLimitHeaders({ limit, used, resetsAt }: WindowUsage): Headers {
  if (limit === null) return [];
  return [
    ['X-RateLimit-Limit', limit],
    ['X-RateLimit-Remaining', limit - used],
    ['X-RateLimit-Reset', Math.floor(resetsAt / 1_000)],
  ];
}

function setRateLimitHeaders(usage: WindowUsage, response: ServerResponse): void {
  for (const [name, value] of toRateLimitHeaders(usage)) response.setHeader(name, value);
}

function createRateLimitExceeded(reason: string, seconds: number): Problem {
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new Problem('RATE_LIMIT_EXCEEDED', `${reason} Try again in ${seconds} ${unit}.`, { retryAfter: seconds });
}

/**
 * The rate limits of the contract (part 8): of a plan per minute and day, of single operations, of requests in flight,
 * and of addresses. A refused request is in no count. Every response carries the state of the minute in its headers.
 */
export class RateLimits {
  readonly #options: Required<RateLimitsOptions>;
  readonly #inFlight = new InFlightRequests();
  readonly #windows = new Map<string, FixedWindow>();
  /** Counts that stand in for Redis, by the name of their windows. */
  readonly #memories = new Map<string, MemoryCounts>();
  readonly #addresses: FixedWindow;

  constructor(options: RateLimitsOptions) {
    this.#options = { now: Date.now, ...options };
    this.#addresses = this.#getWindow('address', 'minute', maxPerMinuteAndAddress * options.factor);
  }

  /**
   * Counts a request of a workspace, and leaves in its context what takes it out of the counts; throws RATE_LIMIT_EXCEEDED, with the
   * seconds to wait, when a limit is reached.
   */
  async admit(
    requestContext: RequestContext,
    { workspaceId, plan }: Identity,
    operation: Operation | null,
  ): Promise<PlanUsage> {
    const { response, mode } = requestContext;
    const key = `${workspaceId}:${mode}`;
    const { maxPerMinute, maxPerDay, maxInFlight } = getPlanLimits(plan, this.#options.factor);
    const minuteWindow = this.#getWindow('minute', 'minute', maxPerMinute);
    if (!this.#inFlight.tryEnter(key, maxInFlight, requestContext)) {
      setRateLimitHeaders(await minuteWindow.peek(key), response);
      throw createRateLimitExceeded(`More than ${maxInFlight} requests of the workspace are running at once.`, 1);
    }
    const dayWindow = this.#getWindow('day', 'day', maxPerDay);
    const usedUp = [dayWindow, minuteWindow].find((window) => window.isUsedUp(key));
    if (usedUp) {
      setRateLimitHeaders(await minuteWindow.peek(key), response);
      throw this.#createPlanRefusal(usedUp === dayWindow, await usedUp.peek(key));
    }
    // Before the plan's windows, which must not count a request that its operation's limit refuses.
    const ofOperation = await this.#consumeOperation(key, operation);
    if (ofOperation?.isRefused) {
      setRateLimitHeaders(await minuteWindow.peek(key), response);
      const seconds = this.#secondsUntilReset(ofOperation.usage);
      throw createRateLimitExceeded('The limit of requests to this endpoint is reached.', seconds);
    }
    const [minute, day] = await Promise.all([minuteWindow.consume(key), dayWindow.consume(key)]);
    const refused = [day, minute].find(({ isRefused }) => isRefused);
    const refund = () => Promise.all([ofOperation, minute, day].map((consumption) => consumption?.refund()));
    const withoutIt = { ...minute.usage, used: minute.usage.used - 1 };
    if (!refused) {
      setRateLimitHeaders(minute.usage, response);
      requestContext.refund = () => {
        requestContext.refund = null;
        setRateLimitHeaders(withoutIt, response);
        refund().catch(() => undefined);
      };
      return { minute: minute.usage, day: day.usage };
    }
    await refund();
    setRateLimitHeaders(minute.isRefused ? minute.usage : withoutIt, response);
    throw this.#createPlanRefusal(refused === day, refused.usage);
  }

  /** The network of the client: what limits by address count for. */
  readNetwork(request: IncomingMessage): string {
    return this.#options.readNetwork(request);
  }

  /**
   * Counts a request that counts for no workspace, once; throws RATE_LIMIT_EXCEEDED when its address has reached the limit.
   */
  async countAddress(requestContext: RequestContext): Promise<void> {
    if (requestContext.isCountedForAddress) return;
    const { request, response } = requestContext;
    const { usage, isRefused } = await this.#addresses.consume(this.#options.readNetwork(request));
    setRateLimitHeaders(usage, response);
    if (isRefused) throw this.#createAddressRefusal(usage);
    requestContext.isCountedForAddress = true;
  }

  /** Throws RATE_LIMIT_EXCEEDED when the address of a request has reached the limit; counts nothing. */
  async assertAddressAllowed({ request, response }: RequestContext): Promise<void> {
    const usage = await this.#addresses.peek(this.#options.readNetwork(request));
    if (usage.limit === null || usage.used < usage.limit) return;
    setRateLimitHeaders(usage, response);
    throw this.#createAddressRefusal(usage);
  }

  /** Counts HTTP that cannot be parsed for the network of its connection; resolves to what its answer says about that. */
  async countMalformed(network: string): Promise<{ readonly headers: Headers; readonly refusal: Problem | null }> {
    const { usage, isRefused } = await this.#addresses.consume(network);
    return { headers: toRateLimitHeaders(usage), refusal: isRefused ? this.#createAddressRefusal(usage) : null };
  }

  #createPlanRefusal(isOfDay: boolean, usage: WindowUsage): Problem {
    const period = isOfDay ? 'The daily limit of requests' : 'The limit of requests per minute';
    return createRateLimitExceeded(`${period} is reached.`, this.#secondsUntilReset(usage));
  }

  #createAddressRefusal(usage: WindowUsage): Problem {
    const reason = 'Too many requests of this address that count for no workspace.';
    return createRateLimitExceeded(reason, this.#secondsUntilReset(usage));
  }

  /** Sets the headers from the count of the address, for responses that have no workspace and do not count. */
  async reportAddress({ request, response }: RequestContext): Promise<void> {
    setRateLimitHeaders(await this.#addresses.peek(this.#options.readNetwork(request)), response);
  }

  async #consumeOperation(key: string, operation: Operation | null): Promise<Consumption | null> {
    const limit = operation?.['x-limit'];
    if (!operation || !limit) return null;
    const name = `operation:${limit.group ?? operation.operationId}`;
    return this.#getWindow(name, 'minute', limit.per_minute * this.#options.factor).consume(key);
  }

  #getWindow(name: string, window: WindowOptions['window'], limit: number | null): FixedWindow {
    const id = `${name}:${limit}`;
    const present = this.#windows.get(id);
    if (present) return present;
    const memory = this.#memories.get(name) ?? new MemoryCounts();
    const created = new FixedWindow(this.#options.redis, { name, window, limit, memory, now: this.#options.now });
    this.#memories.set(name, memory);
    this.#windows.set(id, created);
    return created;
  }

  #secondsUntilReset({ resetsAt }: WindowUsage): number {
    return Math.max(1, Math.ceil((resetsAt - this.#options.now()) / 1_000));
  }
}
