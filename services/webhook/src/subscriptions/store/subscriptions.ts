import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Counters } from '@plotline/kit/store/counters';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { type ChangeTime, diff, type EntryInput } from '@plotline/kit/store/journal/entry';
import { type AccessPaths, matchTimeRanges, type TimeRanges, timeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import { type ChangedRecord, changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { WorkspaceLocks } from '@plotline/kit/store/workspace-locks';
import type { ClientSession, Schema } from 'mongoose';
import { listChoices } from '../../events/model/event-choice.js';
import { disable, recordsEachEvent, type StoredSubscription, type Subscription } from '../model/subscription.js';

/** Maximum number that is counted exactly, because counting more would cost too much. */
const maxCounted = 10_000;

const subscriptionProjection = {
  events: 1,
  active: 1,
  disabled_at: 1,
  epoch: 1,
  schedule: 1,
  recording_since: 1,
  chosen_later: 1,
} as const;

const subscriptionPaths: AccessPaths = {
  ranges: [timeRanges],
  paths: [{ index: 'created_at' }, { index: 'updated_at', order: 'updated_at', counts: [{ index: 'created_at' }] }],
};

/** Validated parameters of a list of subscriptions, keyed by name. */
export interface SubscriptionQuery extends ListQuery, TimeRanges {}

/** Type and description of the journal entry of a change. */
export interface ChangeLabel {
  readonly type: string;
  readonly description: string;
}

/** Change of a subscription, with its answer. */
export interface SubscriptionChange<S, A extends Answer | undefined> {
  /**
   * Decides the new state. Must be pure; may throw a Problem. Returns the subscription itself when nothing changes.
   * `at` is the time of the change.
   */
  readonly decide: (subscription: S, at: Date) => S;
  /** Creates the answer from the subscription as stored. The answer is stored for an Idempotency-Key. */
  readonly toAnswer: (subscription: S) => A;
}

/** Subscription that was just disabled, with the journal entry. */
interface DisabledSubscription<S> {
  readonly subscription: S;
  readonly entry: EntryInput;
}

/** Queues of the deliveries, one for each subscription. The code in deliveries/ owns them. */
interface SubscriptionQueues {
  create(tenant: Tenant, id: string, session: ClientSession): Promise<void>;
  markDue(tenant: Tenant, ids: readonly string[], now: Date, session: ClientSession): Promise<void>;
}

export interface SubscriptionOptions<S> {
  /** Singular name of the subscriptions, from which the name of the collection is derived. */
  readonly noun: 'webhook' | 'integration';
  readonly schema: Schema;
  readonly queues: SubscriptionQueues;
  readonly counters: Counters;
  readonly locks: WorkspaceLocks;
  /** Renders the public settings without secrets, because the journal keeps changes of these settings. */
  readonly toSettingsJson: (subscription: S) => object;
  /** Stores further consequences of a new or changed subscription, in the transaction that stores it. */
  readonly follow?: (tenant: Tenant, before: S | null, after: S, session: ClientSession) => Promise<void>;
}

/** Webhooks or integrations, each created together with its endpoint queue and counter. */
export class Subscriptions<S extends StoredSubscription> {
  readonly #collection: Collection<S>;
  readonly #runtime: ServiceRuntime;
  readonly #options: SubscriptionOptions<S>;

  constructor(runtime: ServiceRuntime, options: SubscriptionOptions<S>) {
    this.#runtime = runtime;
    this.#options = options;
    this.#collection = runtime.collection<S>({
      name: `${options.noun}s`,
      schema: options.schema,
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
        { name: 'events', keys: { workspace_id: 1, events: 1 } },
        { name: 'disabled', keys: { disabled_at: 1 } },
      ],
      reset: 'kept',
    });
  }

  /**
   * Stores a new subscription, and the answer for an Idempotency-Key. Rejects with CONFLICT when the workspace already
   * has `limit` subscriptions in this mode, even if many are created at the same time.
   */
  async add(command: Command, subscription: S, answer: Answer, limit: number): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { noun, queues, counters, locks, follow } = this.#options;
    const write = async (session: ClientSession) => {
      await locks.acquire(caller, session);
      if ((await records.count({}, { limit, session })) >= limit) {
        throw conflict(
          `The plan of this workspace allows ${limit} ${noun}s. Delete one first.`,
          `${noun}_limit_reached`,
          { limit },
        );
      }
      await records.insert([subscription], session);
      await queues.create(caller, subscription.id, session);
      await counters.create(caller, [subscription.id], session);
      await follow?.(caller, null, subscription, session);
      const entry = { subject: subscription.id, type: 'created', description: `The ${noun} was created.`, events: [] };
      return { entries: [entry], answer };
    };
    await this.#runtime.journal.commit(command, write, subscription.created_at);
  }

  /** Returns the subscription, or null. */
  get(tenant: Tenant, id: string): Promise<S | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Returns the subscription. Rejects with NOT_FOUND when there is none. */
  async getExisting(tenant: Tenant, id: string): Promise<S> {
    const subscription = await this.get(tenant, id);
    if (!subscription) throw notFound();
    return subscription;
  }

  /** Lists the workspaces that have subscriptions. */
  listWorkspaces(mode: Mode): Promise<string[]> {
    return this.#collection.listWorkspaces(mode);
  }

  /** Lists the ids of the subscriptions that were created since a time. */
  async listIdsSince(tenant: Tenant, since: Date, session?: ClientSession): Promise<string[]> {
    const options = { projection: { _id: 1 }, hint: 'created_at', ...(session && { session }) } as const;
    const found = await this.#collection.in(tenant).find({ created_at: { $gt: since } }, options);
    return found.map(({ id }) => id);
  }

  /** Locks subscriptions until the transaction ends. Resolves to the number of those that exist. */
  lock(tenant: Tenant, ids: readonly string[], session: ClientSession): Promise<number> {
    return this.#collection.in(tenant).lock({ _id: { $in: ids } }, session);
  }

  /** Counts the subscriptions in all workspaces that failed deliveries have disabled, up to 10,000. */
  countDisabled(mode: Mode): Promise<number> {
    const filter = { disabled_at: { $gt: new Date(0) } };
    return this.#collection.acrossWorkspaces(mode).count(filter, { limit: maxCounted, hint: 'disabled' });
  }

  async list(tenant: Tenant, query: SubscriptionQuery): Promise<Listed<S>> {
    const records = this.#collection.in(tenant);
    const plan = await planList(records, subscriptionPaths, { filter: matchTimeRanges(query), sort: query.sort });
    return listRecords(records, plan, query);
  }

  /**
   * Finds the subscriptions to any of the events. Omits subscriptions that don't record a separate delivery of each
   * event.
   */
  async findRecording(tenant: Tenant, events: readonly string[]): Promise<Subscription[]> {
    const filter = { events: { $in: [...new Set(events.flatMap(listChoices))] } };
    const found = await this.#collection.in(tenant).find(filter, { projection: subscriptionProjection });
    return found.filter(recordsEachEvent);
  }

  /** Returns the existing subscriptions with these ids, by id. */
  async getMany(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, S>> {
    const found = await this.#collection.in(tenant).find({ _id: { $in: [...ids] } });
    return new Map(found.map((subscription) => [subscription.id, subscription]));
  }

  /**
   * Disables a subscription in the transaction that stores the fifth failed attempt of a delivery. Resolves to the
   * subscription with its journal entry. Resolves to null if the attempt no longer concerns the subscription, or if the
   * subscription is already inactive or deleted.
   */
  async disable(
    tenant: Tenant,
    id: string,
    isConcerned: (subscription: S) => boolean,
    time: ChangeTime,
    session: ClientSession,
  ): Promise<DisabledSubscription<S> | null> {
    const records = this.#collection.in(tenant);
    const before = await records.get(id, session);
    const after = before && isConcerned(before) && disable(before, time.after(before));
    if (!after || after === before) return null;
    const subscription = await records.change(before, after, session);
    const description = `The ${this.#options.noun} was disabled after the fifth failed attempt of a delivery.`;
    const changes = this.#diff(before, after);
    return { subscription, entry: { subject: id, type: 'disabled', description, changes, events: [] } };
  }

  #diff(before: S, after: S) {
    const { toSettingsJson } = this.#options;
    return diff(toSettingsJson(before), toSettingsJson(after));
  }

  /** Applies a decision and writes its journal entry. Resolves to the stored subscription. Rejects with NOT_FOUND. */
  change<A extends Answer | undefined>(
    command: Command,
    id: string,
    label: ChangeLabel,
    { decide, toAnswer }: SubscriptionChange<S, A>,
  ): Promise<ChangedRecord<S, A>> {
    const decideWithEntry = (before: S, at: Date) => {
      const record = decide(before, at);
      if (record === before) return { record, entries: [] };
      const changes = this.#diff(before, record);
      const inTransaction = async (session: ClientSession) =>
        this.#options.follow?.(command.caller, before, record, session);
      return { record, entries: [{ subject: id, ...label, changes, events: [] }], inTransaction };
    };
    const { journal } = this.#runtime;
    return changeRecord({ collection: this.#collection, journal, command, id, decide: decideWithEntry, toAnswer });
  }

  /**
   * Deletes a subscription unless `check` throws. Makes its queue due. The worker that claims the queue finds no
   * subscription and deletes the remaining data. Rejects with NOT_FOUND when there is none.
   */
  async delete(command: Command, id: string, check: (subscription: S) => void): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    await this.#runtime.journal.commit(command, async (session, time) => {
      // The queue is written first. Workers write queues all the time, and a write after the transaction's first read
      // would conflict with theirs.
      await this.#options.queues.markDue(caller, [id], this.#runtime.clock(), session);
      const subscription = await records.get(id, session);
      if (!subscription) throw notFound();
      time.after(subscription);
      check(subscription);
      if ((await records.delete({ _id: id }, session)) === 0) throw notFound();
      const description = `The ${this.#options.noun} was deleted.`;
      return { entries: [{ subject: id, type: 'deleted', description, events: [] }] };
    });
  }
}
