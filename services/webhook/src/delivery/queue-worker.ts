import { createSystemCaller, type Tenant } from '@plotline/kit/caller';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import type { Logger } from '@plotline/kit/process/log';
import { createLostOutcome, type Delivery, isExhausted } from '../domain/delivery.js';
import { getEpoch, type Webhook } from '../domain/webhook.js';
import type { Counters } from '../store/counters.js';
import type { AttemptedDelivery, Deliveries } from '../store/deliveries.js';
import type { EndpointQueue, EndpointQueues } from '../store/endpoint-queues.js';
import type { RecordedEvents } from '../store/events.js';
import type { RecordOutcomes } from '../store/record-outcomes.js';
import type { Webhooks } from '../store/webhooks.js';
import type { AttemptDelivery } from './attempt-delivery.js';
import { WorkerPool } from './worker-pool.js';

/** Concurrent requests to one receiver. The lease makes this hold over all replicas. */
const maxConcurrentAttempts = 4;
/** Deliveries read at once. Few, as each comes with its payload. */
const maxRead = 8;
/** Outcomes stored at once. */
const maxStored = 20;
const recordTimeoutMs = 3_000;
/** How often new deliveries are looked for while attempts are under way and a worker is free. */
const pollIntervalMs = 250;

export interface DeliveryOptions {
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: RecordedEvents;
  readonly queues: EndpointQueues;
  readonly counters: Pick<Counters, 'delete'>;
  readonly recordOutcomes: RecordOutcomes;
  readonly attemptDelivery: AttemptDelivery;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** The time for which a worker uses the lease of a queue. */
export interface LeaseTerm {
  /** No attempt begins after this, so that queues take turns. */
  readonly until: Date;
  /** Whether no other process can have claimed the queue; no attempt begins otherwise. */
  readonly isHeld: () => boolean;
  /** Aborts the attempts under way when the process stops. They are not recorded, so they are made again later. */
  readonly signal: AbortSignal;
  /** Whether the process is stopping: no further attempt begins. */
  readonly isStopping: () => boolean;
}

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
  readonly #pool = new WorkerPool(maxConcurrentAttempts);
  readonly #recordOutcome: (attempted: AttemptedDelivery) => Promise<void>;
  #queue: EndpointQueue;
  #isExhausted = false;

  constructor(options: DeliveryOptions, tenant: Tenant, queue: EndpointQueue, term: LeaseTerm) {
    this.#options = options;
    this.#tenant = tenant;
    this.#queue = queue;
    this.#term = term;
    this.#recordOutcome = createBatcher<AttemptedDelivery, void>({
      key: () => queue.id,
      maxBatch: maxStored,
      run: async (attempted) => {
        const caller = createSystemCaller(tenant, 'webhook', queue.id, recordTimeoutMs);
        const changes = await options.recordOutcomes({ caller }, queue.id, attempted);
        // That has disabled the webhook.
        if (changes.some(isExhausted)) this.#isExhausted = true;
      },
    });
  }

  #mayStart(): boolean {
    const { isStopping, isHeld, until } = this.#term;
    if (this.#isExhausted || this.#pool.hasFailed() || isStopping() || !isHeld()) return false;
    return this.#options.clock() < until;
  }

  /** The due deliveries of the webhook that are not under way; null when the webhook was deleted. */
  async #findDue(underWay: ReadonlySet<string>): Promise<{ webhook: Webhook; due: DueDelivery[] } | null> {
    const { webhooks, deliveries, clock } = this.#options;
    const { id } = this.#queue;
    const webhook = await webhooks.get(this.#tenant, id);
    if (!webhook) return null;
    const epoch = getEpoch(webhook);
    if (!webhook.active) {
      await deliveries.cancelAttempts(this.#tenant, id, epoch);
      return { webhook, due: [] };
    }
    const due = await deliveries.findDue(this.#tenant, id, clock(), maxRead + underWay.size);
    const isCancelled = (delivery: Delivery) => getEpoch(delivery) < epoch;
    if (due.some(isCancelled)) await deliveries.cancelAttempts(this.#tenant, id, epoch);
    const wanted = due.filter((delivery) => !isCancelled(delivery) && !underWay.has(delivery.id));
    return { webhook, due: await this.#addPayloads(wanted) };
  }

  async #addPayloads(due: readonly Delivery[]): Promise<DueDelivery[]> {
    const stored = due.filter(({ payload }) => payload === undefined).map(({ event_id }) => event_id);
    const payloads = await this.#options.events.getPayloads(this.#tenant, stored);
    return due.map((delivery) => ({ delivery, payload: delivery.payload ?? payloads.get(delivery.event_id) }));
  }

  async #attempt(webhook: Webhook, { delivery, payload }: DueDelivery): Promise<void> {
    const { attemptDelivery, clock } = this.#options;
    if (payload === undefined) return this.#recordOutcome({ delivery, outcome: createLostOutcome(clock()) });
    const { signal } = this.#term;
    const request = { event_id: delivery.event_id, payload };
    const outcome = await attemptDelivery(webhook, request, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (outcome) await this.#recordOutcome({ delivery, outcome });
  }

  async #startAttempts(webhook: Webhook, due: readonly DueDelivery[]): Promise<void> {
    for (const one of due) {
      await this.#pool.acquire();
      if (!this.#mayStart()) return;
      this.#pool.start(one.delivery.id, () => this.#attempt(webhook, one));
    }
  }

  /** Ends the lease of a queue with nothing due. False when the queue was marked due meanwhile: the lease goes on. */
  async #release(): Promise<boolean> {
    const { deliveries, queues } = this.#options;
    const nextDueAt = await deliveries.findNextDueAt(this.#tenant, this.#queue.id);
    if (await queues.release(this.#tenant, this.#queue, nextDueAt)) return true;
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

  async run(): Promise<void> {
    const { queues, clock } = this.#options;
    while (this.#mayStart()) {
      const underWay = this.#pool.listRunning();
      const found = await this.#findDue(underWay);
      if (!found) {
        await this.#pool.waitForAll();
        return this.#deleteQueue();
      }
      if (found.due.length > 0) await this.#startAttempts(found.webhook, found.due);
      else if (underWay.size > 0) await this.#pool.waitForAny(pollIntervalMs);
      else if (await this.#release()) return;
    }
    await this.#pool.waitForAll();
    await queues.requeue(this.#tenant, this.#queue, clock());
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
