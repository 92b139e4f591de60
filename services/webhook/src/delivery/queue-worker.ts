import { createSystemCaller, type Tenant } from '@plotline/kit/caller';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import { createLostOutcome, type Delivery, isExhausted, type Outcome } from '../domain/delivery.js';
import { adjustPace, firstPace, getInFlight, getPauseMs, isOpen, type Pace } from '../domain/pace.js';
import { getEpoch, type Webhook } from '../domain/webhook.js';
import type { AttemptedDelivery } from '../store/deliveries.js';
import type { EndpointQueue } from '../store/endpoint-queues.js';
import { HostBusy } from './host-slots.js';
import type { DeliveryOptions, LeaseTerm } from './lease-term.js';

/** Deliveries read at once, for each request that may be in flight; each comes with its payload. */
const readPerRequest = 4;
/** Outcomes stored at once. */
const maxStored = 100;
/** Attempts whose outcomes are not stored yet. */
const maxUnderWay = 200;
const recordTimeoutMs = 3_000;
/** A worker that has waited for its receiver for so long leaves its slot to others. */
const waitingAfterMs = 250;

/** A due delivery, and what it sends; without a payload when its event is not stored any more. */
interface DueDelivery {
  readonly delivery: Delivery;
  readonly payload: string | undefined;
}

/** Attempts the due deliveries of one leased queue. */
class QueueWorker {
  readonly #options: DeliveryOptions;
  readonly #tenant: Tenant;
  readonly #term: LeaseTerm;
  readonly #recordOutcome: (attempted: AttemptedDelivery) => Promise<void>;
  /** Attempts until their outcomes are stored, by delivery. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #errors: unknown[] = [];
  #queue: EndpointQueue;
  #pace: Pace;
  /** Requests that the receiver has not answered yet. */
  #inFlight = 0;
  /** Why no further attempt begins in this term. */
  #ended: 'disabled' | 'paused' | 'host busy' | null = null;

  constructor(options: DeliveryOptions, tenant: Tenant, queue: EndpointQueue, term: LeaseTerm) {
    this.#options = options;
    this.#tenant = tenant;
    this.#queue = queue;
    this.#pace = queue.pace ?? firstPace;
    this.#term = term;
    this.#recordOutcome = createBatcher<AttemptedDelivery, void>({
      key: () => queue.id,
      maxBatch: maxStored,
      run: async (attempted) => {
        const caller = createSystemCaller(tenant, 'webhook', queue.id, recordTimeoutMs);
        const changes = await options.recordOutcomes({ caller }, queue.id, attempted);
        if (changes.some(isExhausted)) this.#ended = 'disabled';
      },
    });
  }

  #mayStart(): boolean {
    const { isStopping, isHeld, until } = this.#term;
    if (this.#ended || this.#errors.length > 0 || isStopping() || !isHeld()) return false;
    return this.#options.clock() < until;
  }

  /** Waits until an attempt has got on or the queue was marked due. */
  async #waitForProgress(): Promise<void> {
    const { changed, setWaiting } = this.#term;
    const timer = setTimeout(() => setWaiting(true), waitingAfterMs);
    await changed.wait();
    clearTimeout(timer);
    setWaiting(false);
  }

  async #waitForAll(): Promise<void> {
    while (this.#underWay.size > 0) await this.#waitForProgress();
    if (this.#errors.length > 0) throw this.#errors[0];
  }

  /** The due deliveries of the webhook that are not under way; null when the webhook was deleted. */
  async #findDue(): Promise<{ webhook: Webhook; due: DueDelivery[] } | null> {
    const { webhooks, deliveries } = this.#options;
    const { id } = this.#queue;
    const [webhook, due] = await Promise.all([webhooks.get(this.#tenant, id), this.#readDue()]);
    if (!webhook) return null;
    const epoch = getEpoch(webhook);
    if (!webhook.active) {
      await deliveries.cancelAttempts(this.#tenant, id, epoch);
      return { webhook, due: [] };
    }
    const isCancelled = (delivery: Delivery) => getEpoch(delivery) < epoch;
    if (due.some(isCancelled)) await deliveries.cancelAttempts(this.#tenant, id, epoch);
    const wanted = due.filter((delivery) => !isCancelled(delivery));
    return { webhook, due: await this.#addPayloads(wanted) };
  }

  async #readDue(): Promise<Delivery[]> {
    const { deliveries, clock } = this.#options;
    const { id } = this.#queue;
    const underWay = [...this.#underWay.keys()];
    if (!isOpen(this.#pace)) {
      const limit = readPerRequest * getInFlight(this.#pace);
      return deliveries.findDue(this.#tenant, id, clock(), limit, underWay);
    }
    return underWay.length > 0 ? [] : this.#readProbe();
  }

  /** The one delivery that is attempted while the circuit is open. */
  async #readProbe(): Promise<Delivery[]> {
    const { deliveries, clock } = this.#options;
    const { id, resent_id } = this.#queue;
    for (const wanted of [resent_id, this.#pace.probe_id]) {
      const probe = wanted ? await deliveries.get(this.#tenant, id, wanted) : null;
      if (probe?.due_at && probe.due_at <= clock()) return [probe];
      // Its schedule has ended: the next probe takes its place.
      if (wanted === this.#pace.probe_id && !probe?.due_at) this.#pace = { ...this.#pace, probe_id: null };
    }
    return deliveries.findDue(this.#tenant, id, clock(), 1);
  }

  async #addPayloads(due: readonly Delivery[]): Promise<DueDelivery[]> {
    const stored = due.filter(({ payload }) => payload === undefined).map(({ event_id }) => event_id);
    const payloads = await this.#options.events.getPayloads(this.#tenant, stored);
    return due.map((delivery) => ({ delivery, payload: delivery.payload ?? payloads.get(delivery.event_id) }));
  }

  /** The outcome of one request; null when there is none. */
  async #send(webhook: Webhook, delivery: Delivery, payload: string): Promise<Outcome | null> {
    const { signal } = this.#term;
    this.#inFlight += 1;
    try {
      const request = { event_id: delivery.event_id, payload };
      const outcome = await this.#options.attemptDelivery(webhook, request, signal);
      this.#pace = adjustPace(this.#pace, delivery.id, outcome);
      if (isOpen(this.#pace)) this.#ended ??= 'paused';
      return outcome;
    } catch (error) {
      if (error instanceof HostBusy) this.#ended ??= 'host busy';
      else if (!signal.aborted) throw error;
      return null;
    } finally {
      this.#inFlight -= 1;
      this.#term.changed.notify();
    }
  }

  async #attempt(webhook: Webhook, { delivery, payload }: DueDelivery): Promise<void> {
    const outcome =
      payload === undefined ? createLostOutcome(this.#options.clock()) : await this.#send(webhook, delivery, payload);
    if (outcome) await this.#recordOutcome({ delivery, outcome });
  }

  #start(webhook: Webhook, one: DueDelivery): void {
    const { id } = one.delivery;
    const attempt = this.#attempt(webhook, one)
      .catch((error: unknown) => void this.#errors.push(error))
      .finally(() => {
        this.#underWay.delete(id);
        this.#term.changed.notify();
      });
    this.#underWay.set(id, attempt);
  }

  async #startAttempts(webhook: Webhook, due: readonly DueDelivery[]): Promise<void> {
    const isFull = () => this.#inFlight >= getInFlight(this.#pace) || this.#underWay.size >= maxUnderWay;
    for (const one of due) {
      while (isFull() && this.#mayStart()) await this.#waitForProgress();
      if (!this.#mayStart()) return;
      this.#start(webhook, one);
    }
  }

  /** Ends the lease of a queue with nothing due. False when the queue was marked due meanwhile: the lease goes on. */
  async #release(): Promise<boolean> {
    const { deliveries, queues } = this.#options;
    const nextDueAt = await deliveries.findNextDueAt(this.#tenant, this.#queue.id);
    if (await queues.release(this.#tenant, this.#queue, nextDueAt, this.#pace)) return true;
    const current = await queues.get(this.#tenant, this.#queue.id);
    // The queue was deleted, or its lease expired and another worker holds it.
    if (!current || current.holder !== this.#queue.holder) return true;
    this.#queue = current;
    return false;
  }

  /** Deletes what is left of a deleted webhook. */
  async #deleteQueue(): Promise<void> {
    const { deliveries, counters, queues } = this.#options;
    const { id } = this.#queue;
    await deliveries.deleteAll(this.#tenant, id);
    await counters.delete(this.#tenant, id);
    // Last: an interruption before that leaves it due.
    await queues.delete(this.#tenant, id);
  }

  /** Ends the lease before everything that is due was attempted. */
  async #giveBack(): Promise<void> {
    const { queues, clock } = this.#options;
    const now = clock();
    const until = new Date(now.getTime() + getPauseMs(this.#pace));
    const isPaused =
      this.#ended === 'paused' &&
      isOpen(this.#pace) &&
      (await queues.pause(this.#tenant, this.#queue, until, this.#pace));
    if (!isPaused) await queues.requeue(this.#tenant, this.#queue, now, this.#pace);
  }

  async run(): Promise<void> {
    while (this.#mayStart()) {
      const found = await this.#findDue();
      if (!found) {
        await this.#waitForAll();
        return this.#deleteQueue();
      }
      if (found.due.length > 0) await this.#startAttempts(found.webhook, found.due);
      else if (this.#underWay.size > 0) await this.#waitForProgress();
      else if (await this.#release()) return;
    }
    await this.#waitForAll();
    await this.#giveBack();
  }
}

/** Attempts the due deliveries of a leased queue until none is due or the term ends, then ends the lease. */
export function workOnQueue(
  options: DeliveryOptions,
  tenant: Tenant,
  queue: EndpointQueue,
  term: LeaseTerm,
): Promise<void> {
  return new QueueWorker(options, tenant, queue, term).run();
}
