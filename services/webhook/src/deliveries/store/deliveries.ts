import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Collection } from '@plotline/kit/store/records/collection';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import { removeExpired, removeInBatches } from '../../events/store/remove-records.js';
import type { Outcome } from '../model/attempt.js';
import { type Delivery, type DeliveryChange, type DeliverySummary, redactDelivery } from '../model/delivery.js';
import { DeliveryLog, summaryProjection } from './delivery-log.js';
import { deliveryIndexes, deliverySchema, deriveDelivery } from './delivery-schema.js';
import type { EndpointQueues } from './endpoint-queues.js';

/** Delivery in its state at the start of an attempt, with the attempt's outcome. */
export interface AttemptedDelivery {
  readonly delivery: Delivery;
  readonly outcome: Outcome;
}

/** Maximum that is counted, because counting more would take long. */
const maxCounted = 10_000;
const isScheduled = { due_at: { $exists: true } } as const;

/** Delivery that is due for an attempt at a certain time. */
type DueDelivery = Pick<DeliverySummary, 'id' | 'version' | 'webhook_id' | 'epoch' | 'scheduled_retry_at'> & {
  readonly due_at: Date;
};

/** Due deliveries of a subscription. */
export interface Overdue {
  readonly workspaceId: string;
  readonly webhookId: string;
}

interface OverdueRow {
  readonly _id: Overdue;
  readonly count: number;
  readonly last: Date;
}

/** Deliveries with their attempts. They are both the work queue of the dispatcher and the delivery log. */
export class Deliveries {
  readonly #collection: Collection<Delivery>;
  readonly #runtime: ServiceRuntime;
  readonly #queues: EndpointQueues;
  readonly log: DeliveryLog;

  constructor(runtime: ServiceRuntime, queues: EndpointQueues, name: string) {
    this.#runtime = runtime;
    this.#queues = queues;
    this.#collection = runtime.collection<Delivery>({
      name,
      schema: deliverySchema,
      indexes: deliveryIndexes,
      derive: deriveDelivery,
      // Uses the time of the event, because its delivery may be planned later.
      reset: { id: 'event_id', prefix: 'evt' },
    });
    this.log = new DeliveryLog(this.#collection);
  }

  /**
   * Stores new deliveries. Skips a delivery if its webhook already has one for the same event. Resolves to false if it
   * skipped any.
   */
  add(tenant: Tenant, deliveries: readonly Delivery[]): Promise<boolean> {
    return this.#collection.in(tenant).insertMissing(deliveries);
  }

  /**
   * Makes the deliveries of these events due in an epoch of their webhook. Skips deliveries that were attempted or are
   * due in this epoch.
   */
  async planAnew(tenant: Tenant, webhookId: string, eventIds: readonly string[], epoch: number, now: Date) {
    const isNotDue = { $or: [{ due_at: { $exists: false } }, { epoch: { $lt: epoch } }] };
    const filter = { webhook_id: webhookId, event_id: { $in: [...eventIds] }, status: 'pending', ...isNotDue };
    const update = { $set: { due_at: now, epoch }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany(filter, update);
  }

  get(tenant: Tenant, webhookId: string, id: string): Promise<Delivery | null> {
    return this.#collection.in(tenant).findOne({ _id: id, webhook_id: webhookId });
  }

  /** Finds deliveries whose next attempt is due, longest due first, except those in `except`. */
  findDue(
    tenant: Tenant,
    webhookId: string,
    now: Date,
    limit: number,
    except: readonly string[] = [],
  ): Promise<Delivery[]> {
    const others = except.length > 0 ? { _id: { $nin: [...except] } } : {};
    return this.#collection
      .in(tenant)
      .find(
        { webhook_id: webhookId, due_at: { $exists: true, $lte: now }, ...others },
        { sort: { due_at: 1, _id: 1 }, limit, hint: 'due' },
      );
  }

  /**
   * Finds due deliveries of several webhooks. If there are fewer than `limit`, the deliveries of each webhook are in
   * order, longest due first; otherwise the order is arbitrary.
   */
  async findDueOfMany(tenant: Tenant, webhookIds: readonly string[], now: Date, limit: number): Promise<Delivery[]> {
    const filter = { webhook_id: { $in: [...webhookIds] }, due_at: { $exists: true, $lte: now } };
    const found = await this.#collection.in(tenant).find(filter, { limit, hint: 'due' });
    const dueOf = ({ due_at }: Delivery) => due_at?.getTime() ?? 0;
    return found.sort((one, next) => dueOf(one) - dueOf(next) || (one.id < next.id ? -1 : 1));
  }

  /** Returns the time at which the webhook's next attempt is due. Returns null if none is due. */
  async findNextDueAt(tenant: Tenant, webhookId: string): Promise<Date | null> {
    const [first] = await this.#collection
      .in(tenant)
      .find(
        { webhook_id: webhookId, ...isScheduled },
        { sort: { due_at: 1, _id: 1 }, limit: 1, hint: 'due', projection: summaryProjection },
      );
    return first?.due_at ?? null;
  }

  /** Counts due deliveries, up to 10,000. */
  countDue(mode: Mode, now: Date): Promise<number> {
    const due = { due_at: { $exists: true, $lte: now } };
    return this.#collection.acrossWorkspaces(mode).count(due, { limit: maxCounted, hint: 'overdue' });
  }

  /**
   * Finds the webhooks with deliveries that became due before `before`, whichever process attempts them. Reads the
   * 10,000 deliveries that have been due longest, starting at `from`. `next` is the position at which to continue, or
   * null if none is left.
   */
  async findOverdue(mode: Mode, before: Date, from: Date | null = null) {
    const due = { due_at: { $exists: true, $lte: before, ...(from && { $gte: from }) } };
    const rows = await this.#collection.acrossWorkspaces(mode).aggregate<OverdueRow>(
      [
        { $match: due },
        { $sort: { due_at: 1 } },
        { $limit: maxCounted },
        {
          $group: {
            _id: { workspaceId: '$workspace_id', webhookId: '$webhook_id' },
            count: { $sum: 1 },
            last: { $max: '$due_at' },
          },
        },
      ],
      { hint: 'overdue' },
    );
    const overdue = rows.map(({ _id }) => _id);
    const read = rows.reduce((sum, { count }) => sum + count, 0);
    const last = Math.max(...rows.map((row) => row.last.getTime()));
    // If this many deliveries became due at the same time, only some of them are read. The others are read after the
    // first ones were attempted.
    const next = new Date(last === from?.getTime() ? last + 1 : last);
    return { overdue, next: read < maxCounted ? null : next };
  }

  /** Returns the stored deliveries with these ids. */
  getMany(tenant: Tenant, ids: readonly string[], session?: ClientSession): Promise<Delivery[]> {
    return this.#collection.in(tenant).find({ _id: { $in: [...ids] } }, session && { session });
  }

  /**
   * Stores changes in a transaction, in one round trip. Throws VersionConflict when a delivery was changed since it was
   * read.
   */
  changeAll(tenant: Tenant, changes: readonly DeliveryChange[], session: ClientSession): Promise<void> {
    return this.#collection.in(tenant).changeAll(changes, session);
  }

  /**
   * Makes a delivery and its queue due, and stores the answer. Throws VersionConflict when the delivery was changed
   * since it was read.
   */
  async resend(command: Command, delivery: DueDelivery, answer: Answer): Promise<void> {
    const { caller } = command;
    await this.#runtime.journal.commit(command, async (session) => {
      const { id, webhook_id, due_at } = delivery;
      await this.makeDue(caller, webhook_id, [delivery], session);
      await this.#queues.markResent(caller, webhook_id, id, due_at, session);
      return { entries: [], answer };
    });
  }

  /**
   * Makes deliveries of a webhook and their queue due, in a transaction. Throws VersionConflict when one of the
   * deliveries was changed since it was read.
   */
  async makeDue(
    tenant: Tenant,
    webhookId: string,
    deliveries: readonly DueDelivery[],
    session: ClientSession,
  ): Promise<void> {
    const records = this.#collection.in(tenant);
    const [first] = deliveries;
    if (!first) return;
    for (const { id, version, epoch, due_at, scheduled_retry_at } of deliveries) {
      const schedule = { epoch, due_at, ...(scheduled_retry_at === undefined ? {} : { scheduled_retry_at }) };
      const update = { $set: schedule, $inc: { version: 1 } };
      if (!(await records.update({ _id: id, version }, update, session))) throw new VersionConflict();
    }
    await this.#queues.markDue(tenant, [webhookId], first.due_at, session);
  }

  /** Cancels the attempts that were planned before the epoch. Later attempts are kept, even if this runs late. */
  async cancelAttempts(tenant: Tenant, webhookId: string, epoch: number): Promise<void> {
    const update = { $unset: { due_at: true, scheduled_retry_at: true }, $inc: { version: 1 } };
    const filter = { webhook_id: webhookId, ...isScheduled, epoch: { $lt: epoch } };
    await this.#collection.in(tenant).updateMany(filter, update);
  }

  /**
   * Removes the lead's personal data from up to `limit` deliveries. Resolves to the number of deliveries found.
   * Deliveries that were changed since they were read keep their `lead_id`, so the next batch finds them again.
   */
  async redactBatch(tenant: Tenant, leadId: string, now: Date, limit: number): Promise<number> {
    const records = this.#collection.in(tenant);
    const found = await records.find({ lead_id: leadId }, { limit, hint: 'lead' });
    for (const delivery of found) {
      const { id, version } = delivery;
      const { attempts, erased_at } = redactDelivery(delivery, now);
      const update = { $set: { attempts, erased_at }, $unset: { lead_id: true, request: true }, $inc: { version: 1 } };
      await records.update({ _id: id, version }, update);
    }
    return found.length;
  }

  /** Deletes the webhook's delivery log. */
  deleteAll(tenant: Tenant, webhookId: string): Promise<void> {
    return removeInBatches(this.#collection.in(tenant), { webhook_id: webhookId }, 'created_at');
  }

  /** Removes up to `limit` deliveries that were recorded before a time, oldest first. Resolves to the number found. */
  removeBefore(mode: Mode, before: Date, limit: number): Promise<number> {
    return removeExpired(this.#collection.acrossWorkspaces(mode), before, limit);
  }

  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.#collection, mode, progress);
  }
}
