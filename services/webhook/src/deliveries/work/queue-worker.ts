import type { Tenant } from '@plotline/kit/core/caller';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { createLostOutcome, type Outcome } from '../model/attempt.js';
import type { DueDelivery } from '../model/attempt-delivery.js';
import { Busy, OutcomeUnknown } from '../model/attempt-errors.js';
import { isExhausted } from '../model/delivery.js';
import { adjustPace, firstPace, getInFlight, getPauseMs, isOpen, type Pace } from '../model/pace.js';
import type { EndpointQueue } from '../store/endpoint-queue.js';
import { type LeaseEnd, pause, release, requeue } from '../store/lease-ends.js';
import type { AttemptDue } from './attempt-due.js';
import type { DeliveryWriter } from './delivery-writer.js';
import type { DueReader } from './due-reader.js';
import type { DeliveryOptions, LeaseTerm } from './lease-term.js';
import { Signal } from './signal.js';

/**
 * Number of deliveries that are read in one batch for each request that may be in flight. They include their payloads
 * unless these are large.
 */
const readPerRequest = 4;
/** Maximum number of attempts whose outcomes are not stored yet. */
const maxUnderWay = 200;
/** Interval at which new deliveries of other processes are read while attempts continue. */
const readIntervalMs = 50;

/** State in which a worker leaves a queue: `due` if more can be attempted now, otherwise `idle`. */
type QueueState = 'due' | 'idle';

export interface QueueWorkerOptions<S extends StoredSubscription>
  extends Pick<DeliveryOptions<S>, 'deliveries' | 'clock'> {
  readonly attemptDue: AttemptDue<S>;
  readonly reader: DueReader<S>;
  readonly writer: DeliveryWriter;
}

/** Attempts the due deliveries of a leased queue until none is due or the term ends, then ends the lease. */
export class QueueWorker<S extends StoredSubscription> {
  readonly #options: QueueWorkerOptions<S>;
  readonly #tenant: Tenant;
  readonly #term: LeaseTerm;
  readonly #changed = new Signal();
  /** Attempts whose outcomes are not stored yet, by delivery. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #errors: unknown[] = [];
  #queue: EndpointQueue;
  #pace: Pace;
  #subscription: S | null = null;
  /** Events of the deliveries that were planned when the queue was claimed. */
  #planned: readonly string[];
  /** Deliveries to attempt next. */
  #waiting: DueDelivery[] = [];
  /** Whether nothing else was due at the last read, and the queue hasn't been marked due since then. */
  #knowsAll = false;
  #readAt = performance.now();
  #marks = 0;
  /** Number of requests that the receiver has not answered yet. */
  #inFlight = 0;
  /** Reason why no further attempts begin in this term. */
  #ended: 'disabled' | 'paused' | 'busy' | null = null;

  constructor(
    options: QueueWorkerOptions<S>,
    tenant: Tenant,
    queue: EndpointQueue,
    term: LeaseTerm,
    planned: readonly string[] = [],
  ) {
    this.#options = options;
    this.#tenant = tenant;
    this.#queue = queue;
    this.#pace = queue.pace ?? firstPace;
    this.#term = term;
    this.#planned = planned;
  }

  #mayStart(): boolean {
    const { isStopping, isHeld, until } = this.#term;
    if (this.#ended || this.#errors.length > 0 || isStopping() || !isHeld()) return false;
    return this.#options.clock() < until;
  }

  /** Notifies the worker that the queue was marked due. */
  notifyDue(): void {
    this.#marks += 1;
    this.#knowsAll = false;
    this.#changed.notify();
  }

  async #waitForAll(): Promise<void> {
    while (this.#underWay.size > 0) await this.#changed.wait();
    if (this.#errors.length > 0) throw this.#errors[0];
  }

  #mustRead(): boolean {
    if (this.#waiting.length > 0) return false;
    return !this.#knowsAll || (this.#underWay.size > 0 && performance.now() - this.#readAt > readIntervalMs);
  }

  /** Reads due deliveries that are not in progress. Returns false when the subscription was deleted. */
  async #read(): Promise<boolean> {
    if (isOpen(this.#pace)) return this.#underWay.size > 0 || this.#readProbe();
    const limit = readPerRequest * getInFlight(this.#pace);
    const marks = this.#marks;
    this.#readAt = performance.now();
    const eventIds = this.#planned.slice(0, limit);
    this.#planned = [];
    const query = { subscriptionId: this.#queue.id, limit, except: [...this.#underWay.keys()], eventIds };
    const found = await this.#options.reader.read(this.#tenant, query);
    if (!found) return false;
    this.#subscription = found.subscription;
    this.#waiting = [...found.due];
    // Deliveries that were marked due during the read may be missing.
    this.#knowsAll = found.isComplete && marks === this.#marks;
    return true;
  }

  /** Reads the one delivery that is attempted while the circuit is open. */
  async #readProbe(): Promise<boolean> {
    const { probe_id } = this.#pace;
    const probes = [this.#queue.resent_id, probe_id].flatMap((id) => id ?? []);
    const query = { subscriptionId: this.#queue.id, limit: 1, except: [], probes };
    const found = await this.#options.reader.read(this.#tenant, query);
    if (!found) return false;
    this.#subscription = found.subscription;
    this.#waiting = [...found.due];
    // The schedule of this probe has ended, so the next probe sends another delivery.
    if (probe_id !== null && found.ended.includes(probe_id)) this.#pace = { ...this.#pace, probe_id: null };
    return true;
  }

  /** Returns the outcome of one request; null when there is none, or it is unknown. */
  async #send(subscription: S, due: DueDelivery): Promise<Outcome | null> {
    this.#inFlight += 1;
    try {
      const outcome = await this.#options.attemptDue(this.#tenant, subscription, due, this.#term);
      if (!outcome) return createLostOutcome(this.#options.clock());
      this.#pace = adjustPace(this.#pace, due.delivery.id, outcome);
      if (isOpen(this.#pace)) this.#ended ??= 'paused';
      return outcome;
    } catch (error) {
      if (error instanceof Busy) this.#ended ??= 'busy';
      else if (!this.#term.signal.aborted && !(error instanceof OutcomeUnknown)) throw error;
      return null;
    } finally {
      this.#inFlight -= 1;
      this.#changed.notify();
    }
  }

  async #attempt(subscription: S, due: DueDelivery): Promise<void> {
    const outcome = await this.#send(subscription, due);
    const change = outcome && (await this.#options.writer.record(this.#tenant, { delivery: due.delivery, outcome }));
    if (change && isExhausted(change)) this.#ended = 'disabled';
  }

  #start(subscription: S, one: DueDelivery): void {
    const { id } = one.delivery;
    const attempt = this.#attempt(subscription, one)
      .catch((error: unknown) => void this.#errors.push(error))
      .finally(() => {
        this.#underWay.delete(id);
        this.#changed.notify();
      });
    this.#underWay.set(id, attempt);
  }

  async #startAttempts(): Promise<void> {
    const isFull = () => this.#inFlight >= getInFlight(this.#pace) || this.#underWay.size >= maxUnderWay;
    while (this.#subscription) {
      while (isFull() && this.#mayStart()) await this.#changed.wait();
      const next = this.#mayStart() ? this.#waiting.shift() : undefined;
      if (!next) return;
      this.#start(this.#subscription, next);
    }
  }

  /** Returns true when the lease has ended. */
  async #end(how: LeaseEnd): Promise<boolean> {
    const current = await this.#options.writer.endLease(this.#tenant, how);
    if (!current || current.holder !== this.#queue.holder) return true;
    this.#queue = current;
    return false;
  }

  /**
   * Ends the lease of a queue with nothing due. Returns false if the queue was marked due in the meantime. The lease
   * then continues.
   */
  async #release(): Promise<boolean> {
    const nextDueAt = await this.#options.deliveries.findNextDueAt(this.#tenant, this.#queue.id);
    if (await this.#end(release(this.#queue, nextDueAt, this.#pace))) return true;
    this.#knowsAll = false;
    return false;
  }

  /** Ends the lease although some due deliveries were not attempted. The queue is due again, or is paused. */
  async #giveBack(): Promise<QueueState> {
    const now = this.#options.clock();
    const until = new Date(now.getTime() + getPauseMs(this.#pace));
    const isPaused =
      this.#ended === 'paused' && isOpen(this.#pace) && (await this.#end(pause(this.#queue, until, this.#pace)));
    if (!isPaused) await this.#end(requeue(this.#queue, now, this.#pace));
    return isPaused ? 'idle' : 'due';
  }

  async run(): Promise<QueueState> {
    while (this.#mayStart()) {
      if (this.#mustRead() && !(await this.#read())) {
        await this.#waitForAll();
        await this.#options.writer.deleteQueue(this.#tenant, this.#queue.id);
        return 'idle';
      }
      if (this.#waiting.length > 0) await this.#startAttempts();
      else if (this.#underWay.size > 0) await this.#changed.wait();
      else if (this.#errors.length === 0 && (await this.#release())) return 'idle';
    }
    await this.#waitForAll();
    return this.#giveBack();
  }
}
