import { createSystemCaller, type Tenant } from '@plotline/kit/caller';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import { noAnswer } from '@plotline/kit/mongo/change-record';
import type { Logger } from '@plotline/kit/process/log';
import { type Delivery, isExhausted } from '../domain/delivery.js';
import { disable, type Subscription } from '../domain/subscription.js';
import type { Deliveries, Settled } from '../store/deliveries.js';
import type { Lane, Lanes } from '../store/lanes.js';
import type { Subscriptions } from '../store/subscriptions.js';
import type { AttemptDelivery } from './attempt-delivery.js';
import { Crew } from './crew.js';

/** Requests to one receiver under way at once, over all replicas. */
const perReceiver = 4;
const batchSize = 20;
/** While attempts are under way and places are free, new deliveries are looked for this often. */
const lookEveryMs = 250;

export interface LaneOptions {
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly lanes: Lanes;
  readonly attempt: AttemptDelivery;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** When a holder of a lane has to come to an end. */
export interface Tenure {
  /** No attempt begins after this. */
  readonly until: Date;
  /** Aborted when the process stops: attempts under way are given up, unrecorded, and made again later. */
  readonly signal: AbortSignal;
  /** True once no further attempt may begin. */
  readonly stopping: () => boolean;
}

const disabledNote = {
  type: 'disabled',
  description: 'The webhook was disabled after the fifth failed attempt of a delivery.',
};

async function disableSubscription({ subscriptions, clock }: LaneOptions, tenant: Tenant, id: string): Promise<void> {
  const caller = createSystemCaller(tenant, 'webhook', id, 5_000);
  await subscriptions.change({ caller }, id, disabledNote, (subscription) => disable(subscription, clock()), noAnswer);
}

/** What is to be attempted now, with whom it is for; null when the subscription is gone. */
async function dueWork(
  { subscriptions, deliveries, clock }: LaneOptions,
  tenant: Tenant,
  id: string,
  underWay: ReadonlySet<string>,
): Promise<{ subscription: Subscription; due: Delivery[] } | null> {
  const subscription = await subscriptions.get(tenant, id);
  if (!subscription) return null;
  if (!subscription.active) {
    await deliveries.unschedule(tenant, id);
    return { subscription, due: [] };
  }
  const due = await deliveries.due(tenant, id, clock(), batchSize + underWay.size);
  return { subscription, due: due.filter((delivery) => !underWay.has(delivery.id)) };
}

/** One holder's work on one lane. */
class LaneWork {
  readonly #options: LaneOptions;
  readonly #tenant: Tenant;
  readonly #tenure: Tenure;
  readonly #crew = new Crew(perReceiver);
  readonly #settle: (settled: Settled) => Promise<void>;
  #lane: Lane;
  #isBroken = false;

  constructor(options: LaneOptions, tenant: Tenant, lane: Lane, tenure: Tenure) {
    this.#options = options;
    this.#tenant = tenant;
    this.#lane = lane;
    this.#tenure = tenure;
    this.#settle = createBatcher<Settled, void>({
      key: () => lane.id,
      maxBatch: batchSize,
      run: async (settled) => {
        const concluded = await options.deliveries.settle(tenant, lane.id, settled);
        if (concluded.some(isExhausted)) this.#isBroken = true;
      },
    });
  }

  #mayBegin(): boolean {
    const { stopping, until } = this.#tenure;
    return !this.#isBroken && !this.#crew.hasFailed() && !stopping() && this.#options.clock() < until;
  }

  async #attempt(subscription: Subscription, delivery: Delivery): Promise<void> {
    const { signal } = this.#tenure;
    const outcome = await this.#options.attempt(subscription, delivery, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (outcome) await this.#settle({ delivery, outcome });
  }

  async #begin(subscription: Subscription, due: readonly Delivery[]): Promise<void> {
    for (const delivery of due) {
      await this.#crew.room();
      if (!this.#mayBegin()) return;
      this.#crew.start(delivery.id, () => this.#attempt(subscription, delivery));
    }
  }

  /** Lets go of the lane when nothing is due; false when something came in meanwhile. */
  async #release(): Promise<boolean> {
    const { deliveries, lanes } = this.#options;
    const next = await deliveries.nextDue(this.#tenant, this.#lane.id);
    if (await lanes.release(this.#tenant, this.#lane, next)) return true;
    const now = await lanes.get(this.#tenant, this.#lane.id);
    // Gone, or somebody else's because this process was too slow.
    if (!now || now.holder !== this.#lane.holder) return true;
    this.#lane = now;
    return false;
  }

  async #abolish(): Promise<void> {
    await this.#options.deliveries.removeAll(this.#tenant, this.#lane.id);
    await this.#options.lanes.close(this.#tenant, this.#lane.id);
  }

  async run(): Promise<void> {
    const { lanes, clock } = this.#options;
    while (this.#mayBegin()) {
      const underWay = this.#crew.names();
      const work = await dueWork(this.#options, this.#tenant, this.#lane.id, underWay);
      if (!work) {
        await this.#crew.finish();
        return this.#abolish();
      }
      if (work.due.length > 0) await this.#begin(work.subscription, work.due);
      else if (underWay.size > 0) await this.#crew.pause(lookEveryMs);
      else if (await this.#release()) return;
    }
    await this.#crew.finish();
    if (this.#isBroken) await disableSubscription(this.#options, this.#tenant, this.#lane.id);
    await lanes.yield(this.#tenant, this.#lane, clock());
  }
}

/** Works a lane that this process holds until nothing is due or its tenure ends, then lets go of it. */
export function workLane(options: LaneOptions, tenant: Tenant, lane: Lane, tenure: Tenure): Promise<void> {
  return new LaneWork(options, tenant, lane, tenure).run();
}
