import type { IncomingMessage } from 'node:http';
import type { Mode } from '@plotline/kit/core/caller';
import type { Problem } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';
import type { Operation } from '@plotline/kit/http/contract/document';
import type { CountedRequest, CountedWorkspace } from './counted-request.js';
import { type Consumption, FixedWindow, type WindowOptions, type WindowUsage } from './fixed-window.js';
import { MemoryCounts } from './memory-counts.js';
import { getPlanLimits, maxPerMinuteAndAddress, otherLimits, type PlanUsage, personLimits } from './plans.js';
import {
  createRateLimitExceeded,
  type Headers,
  setRateLimitHeaders,
  toRateLimitHeaders,
} from './rate-limit-headers.js';
import type { SharedRedis } from './redis.js';

export interface RateLimitsOptions {
  readonly redis: SharedRedis;
  /** Multiplies every limit. */
  readonly factor: number;
  /** Reads the network that a request without a workspace is counted against. */
  readonly readNetwork: (request: IncomingMessage) => string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Owner of the budget that a request uses. */
interface Budget {
  /** Id of the workspace in one mode, or of the person. */
  readonly key: string;
  readonly maxInFlight: number;
  /** Description of the requests in flight, for the message of a refusal. */
  readonly subject: string;
  readonly minute: FixedWindow;
  /** Null without a daily limit, because then days aren't counted. */
  readonly day: FixedWindow | null;
}

interface AdmittedUsage {
  readonly minute: WindowUsage;
  readonly day: WindowUsage | null;
}

/**
 * The rate limits of the contract (part 8). There are limits for plans per minute and day, single operations, requests
 * in flight, people, OAuth clients, and addresses. A refused request isn't counted. Every response shows the state of
 * the minute's limit in its headers.
 */
export class RateLimits {
  readonly #options: Required<RateLimitsOptions>;
  /** Requests in flight at this gateway, by the owner of the budget. */
  readonly #inFlight = new Limiter({});
  readonly #windows = new Map<string, FixedWindow>();
  /** Counts that are used while Redis is unavailable, by the name of their windows. */
  readonly #memories = new Map<string, MemoryCounts>();
  readonly #addresses: FixedWindow;

  constructor(options: RateLimitsOptions) {
    this.#options = { now: Date.now, ...options };
    this.#addresses = this.#getWindow('address', 'minute', maxPerMinuteAndAddress * options.factor);
  }

  /**
   * Counts a request for its workspace, and stores the refund in its context. Throws RATE_LIMIT_EXCEEDED, with the
   * seconds to wait, when a limit is reached.
   */
  async admit(
    requestContext: CountedRequest,
    { workspaceId, plan }: CountedWorkspace,
    operation: Operation | null,
  ): Promise<PlanUsage> {
    const key = `${workspaceId}:${requestContext.mode}`;
    const { maxInFlight } = getPlanLimits(plan, this.#options.factor);
    const { minute, day } = this.#getPlanWindows(plan);
    const budget = { key, maxInFlight, subject: 'requests of the workspace', minute, day };
    const usage = await this.#admitTo(budget, requestContext, operation);
    return { minute: usage.minute, day: usage.day ?? (await day.peek(key)) };
  }

  /**
   * Counts a request at the dashboard against the limits of the person instead of a plan. Otherwise works like `admit`.
   */
  async admitPerson(requestContext: CountedRequest, personId: string, operation: Operation | null): Promise<void> {
    const budget = {
      key: personId,
      maxInFlight: personLimits.maxInFlight * this.#options.factor,
      subject: 'of your requests',
      minute: this.#getPersonWindow(),
      day: null,
    };
    await this.#admitTo(budget, requestContext, operation);
  }

  /** Returns the state of a plan's limits without counting. */
  async peekPlan({ workspaceId, plan }: CountedWorkspace, mode: Mode): Promise<PlanUsage> {
    const key = `${workspaceId}:${mode}`;
    const windows = this.#getPlanWindows(plan);
    const [minute, day] = await Promise.all([windows.minute.peek(key), windows.day.peek(key)]);
    return { minute, day };
  }

  /** Counts a request to the authorization server for the signed-in person. Throws RATE_LIMIT_EXCEEDED. */
  async countPerson({ response }: CountedRequest, personId: string): Promise<void> {
    await this.#count(this.#getPersonWindow(), personId, response, 'You sent too many requests.');
  }

  /** Counts a request for an authenticated OAuth client. Throws RATE_LIMIT_EXCEEDED. */
  async countClient({ response }: CountedRequest, clientId: string): Promise<void> {
    const window = this.#getWindow('client', 'minute', otherLimits.client * this.#options.factor);
    await this.#count(window, clientId, response, 'Too many requests from this client.');
  }

  /** Counts a request to a hook. `key` stands for its token. Throws RATE_LIMIT_EXCEEDED. */
  async countHook({ response }: CountedRequest, key: string): Promise<void> {
    const window = this.#getWindow('hook', 'minute', otherLimits.hook * this.#options.factor);
    await this.#count(window, key, response, 'Too many requests to this hook.');
  }

  /** Counts a request that had no valid credential against its address, once its response is known. */
  countRefused(request: IncomingMessage): void {
    this.#addresses.consume(this.#options.readNetwork(request)).catch(() => undefined);
  }

  async #count(window: FixedWindow, key: string, response: CountedRequest['response'], reason: string): Promise<void> {
    const { usage, isRefused } = await window.consume(key);
    if (!response.headersSent) setRateLimitHeaders(usage, response);
    if (isRefused) throw createRateLimitExceeded(reason, this.#secondsUntilReset(usage));
  }

  async #admitTo(
    { key, maxInFlight, subject, minute: minuteWindow, day: dayWindow }: Budget,
    requestContext: CountedRequest,
    operation: Operation | null,
  ): Promise<AdmittedUsage> {
    const { response } = requestContext;
    // The plan, and so the maximum of the window, may have changed in the meantime.
    if (this.#inFlight.usedBy(key) >= maxInFlight) {
      setRateLimitHeaders(await minuteWindow.peek(key), response);
      throw createRateLimitExceeded(`More than ${maxInFlight} ${subject} are running at the same time.`, 1);
    }
    requestContext.onClose(this.#inFlight.take(key).release);
    const usedUp = [dayWindow, minuteWindow].find((window) => window?.isUsedUp(key));
    if (usedUp) {
      setRateLimitHeaders(await minuteWindow.peek(key), response);
      throw this.#createPlanRefusal(usedUp === dayWindow, await usedUp.peek(key));
    }
    // Checked before the plan's windows, because a request that the operation's own limit refuses must not count in
    // them.
    const ofOperation = await this.#consumeOperation(key, operation);
    if (ofOperation?.isRefused) {
      setRateLimitHeaders(await minuteWindow.peek(key), response);
      const seconds = this.#secondsUntilReset(ofOperation.usage);
      throw createRateLimitExceeded('Too many requests to this endpoint.', seconds);
    }
    const [minute, day = null] = await Promise.all([minuteWindow.consume(key), dayWindow?.consume(key)]);
    const refused = [day, minute].find((consumption) => consumption?.isRefused);
    const refund = () => Promise.all([ofOperation, minute, day].map((consumption) => consumption?.refund()));
    const withoutIt = { ...minute.usage, used: minute.usage.used - 1 };
    if (!refused) {
      setRateLimitHeaders(minute.usage, response);
      requestContext.refund = () => {
        requestContext.refund = null;
        setRateLimitHeaders(withoutIt, response);
        refund().catch(() => undefined);
      };
      return { minute: minute.usage, day: day?.usage ?? null };
    }
    await refund();
    setRateLimitHeaders(minute.isRefused ? minute.usage : withoutIt, response);
    throw this.#createPlanRefusal(refused === day, refused.usage);
  }

  #getPlanWindows(plan: string) {
    const { maxPerMinute, maxPerDay } = getPlanLimits(plan, this.#options.factor);
    return { minute: this.#getWindow('minute', 'minute', maxPerMinute), day: this.#getWindow('day', 'day', maxPerDay) };
  }

  #getPersonWindow(): FixedWindow {
    return this.#getWindow('person', 'minute', personLimits.maxPerMinute * this.#options.factor);
  }

  /** Returns the client's network. Requests that count by address are counted for this network. */
  readNetwork(request: IncomingMessage): string {
    return this.#options.readNetwork(request);
  }

  /** Counts a request without a workspace, at most once. Throws RATE_LIMIT_EXCEEDED at the limit of its address. */
  async countAddress(requestContext: CountedRequest): Promise<void> {
    if (requestContext.isCountedForAddress) return;
    const { request, response } = requestContext;
    const { usage, isRefused } = await this.#addresses.consume(this.#options.readNetwork(request));
    setRateLimitHeaders(usage, response);
    if (isRefused) throw this.#createAddressRefusal(usage);
    requestContext.isCountedForAddress = true;
  }

  /** Throws RATE_LIMIT_EXCEEDED when the address has reached the limit. Counts nothing. */
  async assertAddressAllowed({ request, response }: CountedRequest): Promise<void> {
    const usage = await this.#addresses.peek(this.#options.readNetwork(request));
    if (usage.limit === null || usage.used < usage.limit) return;
    setRateLimitHeaders(usage, response);
    throw this.#createAddressRefusal(usage);
  }

  /**
   * Counts HTTP that can't be parsed for the network of its connection. Resolves to the headers of the response, and to
   * the refusal if the network is over the limit.
   */
  async countMalformed(network: string): Promise<{ readonly headers: Headers; readonly refusal: Problem | null }> {
    const { usage, isRefused } = await this.#addresses.consume(network);
    return { headers: toRateLimitHeaders(usage), refusal: isRefused ? this.#createAddressRefusal(usage) : null };
  }

  #createPlanRefusal(isOfDay: boolean, usage: WindowUsage): Problem {
    const period = isOfDay ? 'The daily request limit' : 'The request limit per minute';
    return createRateLimitExceeded(`${period} is reached.`, this.#secondsUntilReset(usage));
  }

  #createAddressRefusal(usage: WindowUsage): Problem {
    const reason = 'Too many requests from this address without a workspace.';
    return createRateLimitExceeded(reason, this.#secondsUntilReset(usage));
  }

  /** Sets the rate limit headers to the address's count, for uncounted responses without a workspace. */
  async reportAddress({ request, response }: CountedRequest): Promise<void> {
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
