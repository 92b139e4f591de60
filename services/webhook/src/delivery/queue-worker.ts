import { createSystemCaller, type Tenant } from '@plotline/kit/caller';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import { noAnswer } from '@plotline/kit/mongo/change-record';
import type { Logger } from '@plotline/kit/process/log';
import { type Delivery, isExhausted } from '../domain/delivery.js';
import { disableWebhook, type Webhook } from '../domain/webhook.js';
import type { AttemptedDelivery, Deliveries } from '../store/deliveries.js';
import type { EndpointQueue, EndpointQueues } from '../store/endpoint-queues.js';
import type { Webhooks } from '../store/webhooks.js';
import type { AttemptDelivery } from './attempt-delivery.js';
import { WorkerPool } from './worker-pool.js';

/** Concurrent requests to one receiver. The lease makes this hold over all replicas. */
const maxConcurrentAttempts = 4;
/** Deliveries read at once, and outcomes stored at once. */
const maxBatch = 20;
/** How often new deliveries are looked for while attempts are under way and a worker is free. */
const pollIntervalMs = 250;

export interface DeliveryOptions {
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly queues: EndpointQueues;
  readonly attemptDelivery: AttemptDelivery;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** The time for which a worker uses the lease of a queue. */
export interface LeaseTerm {
  /** No attempt begins after this. */
  readonly until: Date;
  /** Aborts the attempts under way when the process stops. They are not recorded, so they are made again later. */
  readonly signal: AbortSignal;
  /** Whether the process is stopping: no further attempt begins. */
  readonly isStopping: () => boolean;
}

const disabledLabel = {
  type: 'disabled',
  description: 'The webhook was disabled after the fifth failed attempt of a delivery.',
};

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
      maxBatch,
      run: async (attempted) => {
        const changes = await options.deliveries.recordOutcomes(tenant, queue.id, attempted);
        if (changes.some(isExhausted)) this.#isExhausted = true;
      },
    });
  }

  #mayStart(): boolean {
    const { isStopping, until } = this.#term;
    return !this.#isExhausted && !this.#pool.hasFailed() && !isStopping() && this.#options.clock() < until;
  }

  /** The due deliveries of the webhook that are not under way; null when the webhook was deleted. */
  async #findDue(underWay: ReadonlySet<string>): Promise<{ webhook: Webhook; due: Delivery[] } | null> {
    const { webhooks, deliveries, clock } = this.#options;
    const { id } = this.#queue;
    const webhook = await webhooks.get(this.#tenant, id);
    if (!webhook) return null;
    if (!webhook.active) {
      await deliveries.cancelAttempts(this.#tenant, id);
      return { webhook, due: [] };
    }
    const due = await deliveries.findDue(this.#tenant, id, clock(), maxBatch + underWay.size);
    return { webhook, due: due.filter((delivery) => !underWay.has(delivery.id)) };
  }

  async #attempt(webhook: Webhook, delivery: Delivery): Promise<void> {
    const { signal } = this.#term;
    const outcome = await this.#options.attemptDelivery(webhook, delivery, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (outcome) await this.#recordOutcome({ delivery, outcome });
  }

  async #startAttempts(webhook: Webhook, due: readonly Delivery[]): Promise<void> {
    for (const delivery of due) {
      await this.#pool.acquire();
      if (!this.#mayStart()) return;
      this.#pool.start(delivery.id, () => this.#attempt(webhook, delivery));
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
    await this.#options.deliveries.deleteAll(this.#tenant, this.#queue.id);
    await this.#options.queues.delete(this.#tenant, this.#queue.id);
  }

  async #disable(): Promise<void> {
    const { webhooks, clock } = this.#options;
    const { id } = this.#queue;
    const caller = createSystemCaller(this.#tenant, 'webhook', id, 5_000);
    const decide = (webhook: Webhook) => disableWebhook(webhook, clock());
    await webhooks.change({ caller }, id, disabledLabel, { decide, toAnswer: noAnswer });
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
    if (this.#isExhausted) await this.#disable();
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
