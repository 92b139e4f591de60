import type { Mode, Tenant } from '@plotline/kit/caller';
import { conflict, notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import type { ChangeTime } from '@plotline/kit/journal/change-time';
import { diff } from '@plotline/kit/journal/diff';
import type { EntryInput } from '@plotline/kit/journal/entry';
import type { RebuildProgress, Rebuilt } from '@plotline/kit/maintenance/rebuild';
import { rebuildRecords } from '@plotline/kit/maintenance/rebuild-records';
import { type ChangedRecord, changeRecord } from '@plotline/kit/mongo/change-record';
import type { Collection } from '@plotline/kit/mongo/collection';
import { eachRecord } from '@plotline/kit/mongo/each-record';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/mongo/list';
import { planByTime } from '@plotline/kit/mongo/list-plan';
import { createRecordSchema } from '@plotline/kit/mongo/record-model';
import type { Owned } from '@plotline/kit/mongo/records';
import { matchTimeRanges, type TimeRanges } from '@plotline/kit/mongo/time-ranges';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { disableWebhook, isRecording, type Subscription, type Webhook } from '../domain/webhook.js';
import type { Counters } from './counters.js';
import type { EndpointQueues } from './endpoint-queues.js';
import type { WorkspaceLocks } from './workspace-locks.js';

const webhookSchema = createRecordSchema({
  url: String,
  events: [String],
  active: Boolean,
  payload_version: String,
  secret: String,
  former_secret: { type: { _id: false, sealed: String, until: Date } },
  disabled_at: Date,
  epoch: Number,
  created_at: Date,
  updated_at: Date,
});

const subscriptionProjection = { events: 1, active: 1, disabled_at: 1, epoch: 1 } as const;

const disabledLabel = {
  type: 'disabled',
  description: 'The webhook was disabled after the fifth failed attempt of a delivery.',
};

/** The parameters of a list of webhooks, as the contract validated them. */
export interface WebhookQuery extends ListQuery, TimeRanges {}

/** Type and description of the journal entry of a change. */
export interface ChangeLabel {
  readonly type: string;
  readonly description: string;
}

/** What becomes of a webhook, and the answer that tells of it. */
export interface WebhookChange<A extends Answer | undefined> {
  /** Pure; may throw a Problem. Returns the webhook itself when nothing changes. `at` is the time of the change. */
  readonly decide: (webhook: Webhook, at: Date) => Webhook;
  /** From the webhook as stored. The answer is kept for an Idempotency-Key. */
  readonly toAnswer: (webhook: Webhook) => A;
}

/** A webhook that was just disabled, and the journal entry of that. */
interface DisabledWebhook {
  readonly webhook: Webhook;
  readonly entry: EntryInput;
}

export interface WebhookStoreOptions {
  readonly queues: EndpointQueues;
  readonly counters: Counters;
  readonly locks: WorkspaceLocks;
  /** The public settings of a webhook, without its secrets: the journal keeps what changed in them. */
  readonly toSettingsJson: (webhook: Webhook) => object;
}

/** Webhooks, each created together with its endpoint queue and counter. */
export class Webhooks {
  readonly #collection: Collection<Webhook>;
  readonly #runtime: ServiceRuntime;
  readonly #options: WebhookStoreOptions;

  constructor(runtime: ServiceRuntime, options: WebhookStoreOptions) {
    this.#runtime = runtime;
    this.#options = options;
    this.#collection = runtime.collection<Webhook>({
      name: 'webhooks',
      schema: webhookSchema,
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
        { name: 'events', keys: { workspace_id: 1, events: 1 } },
      ],
      reset: 'kept',
    });
  }

  /**
   * Stores a new webhook, and the answer for an Idempotency-Key. Rejects with CONFLICT when the workspace has `limit` in this
   * mode, however many are created at once.
   */
  async add(command: Command, webhook: Webhook, answer: Answer, limit: number): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { queues, counters, locks } = this.#options;
    const write = async (session: ClientSession) => {
      await locks.acquire(caller, session);
      if ((await records.count({}, { limit, session })) >= limit) {
        throw conflict(
          `The plan of this workspace allows ${limit} webhooks; delete one first.`,
          'webhook_limit_reached',
          { limit },
        );
      }
      await records.insert([webhook], session);
      await queues.create(caller, webhook.id, session);
      await counters.create(caller, webhook.id, session);
      const entry = { subject: webhook.id, type: 'created', description: 'The webhook was created.', events: [] };
      return { entries: [entry], answer };
    };
    await this.#runtime.journal.commit(command, write, webhook.created_at);
  }

  /** The webhook, or null. */
  get(tenant: Tenant, id: string): Promise<Webhook | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Corrects what follows from the webhooks that were created since. */
  rebuildSince(
    mode: Mode,
    since: Date,
    progress: RebuildProgress,
    correct: (webhook: Owned<Webhook>) => Promise<boolean>,
  ): Promise<Rebuilt> {
    const filter = { created_at: { $gt: since } };
    return rebuildRecords(this.#collection.acrossWorkspaces(mode), progress, { filter, correct });
  }

  /** Every webhook of the workspace. */
  each(tenant: Tenant): AsyncGenerator<Webhook> {
    return eachRecord(this.#collection.in(tenant));
  }

  async list(tenant: Tenant, query: WebhookQuery): Promise<Listed<Webhook>> {
    const records = this.#collection.in(tenant);
    const filter = matchTimeRanges(query);
    const byTime = await planByTime(records, filter, query);
    return listRecords(records, filter, query, byTime ?? { hint: query.sort, countHint: 'created_at' });
  }

  /** The webhooks that subscribe to one of the events and record deliveries. */
  async findRecording(tenant: Tenant, events: readonly string[]): Promise<Subscription[]> {
    const filter = { events: { $in: [...events, '*'] } };
    const found = await this.#collection.in(tenant).find(filter, { projection: subscriptionProjection });
    return found.filter(isRecording);
  }

  /** The webhooks of these ids that exist, by id. */
  async getMany(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, Webhook>> {
    const found = await this.#collection.in(tenant).find({ _id: { $in: [...ids] } });
    return new Map(found.map((webhook) => [webhook.id, webhook]));
  }

  /**
   * Disables a webhook within the transaction that stores the fifth failed attempt of a delivery. Resolves to the webhook and the
   * journal entry of that; null when the webhook is inactive already, or deleted.
   */
  async disable(tenant: Tenant, id: string, time: ChangeTime, session: ClientSession): Promise<DisabledWebhook | null> {
    const records = this.#collection.in(tenant);
    const before = await records.get(id, session);
    const after = before && disableWebhook(before, time.notBefore(before));
    if (!after || after === before) return null;
    const webhook = await records.change(before, after, session);
    return { webhook, entry: { subject: id, ...disabledLabel, changes: this.#diff(before, after), events: [] } };
  }

  #diff(before: Webhook, after: Webhook) {
    const { toSettingsJson } = this.#options;
    return diff(toSettingsJson(before), toSettingsJson(after));
  }

  /** Applies a decision and writes its journal entry. Resolves to the stored webhook. Rejects with NOT_FOUND. */
  change<A extends Answer | undefined>(
    command: Command,
    id: string,
    label: ChangeLabel,
    { decide, toAnswer }: WebhookChange<A>,
  ): Promise<ChangedRecord<Webhook, A>> {
    const decideWithEntry = (before: Webhook, at: Date) => {
      const record = decide(before, at);
      if (record === before) return { record, entries: [] };
      const changes = this.#diff(before, record);
      return { record, entries: [{ subject: id, ...label, changes, events: [] }] };
    };
    const { journal } = this.#runtime;
    return changeRecord({ collection: this.#collection, journal, command, id, decide: decideWithEntry, toAnswer });
  }

  /**
   * Deletes a webhook unless `check` throws, and makes its queue due: the worker that claims it finds no webhook and deletes the
   * rest. Rejects with NOT_FOUND when there is none.
   */
  async delete(command: Command, id: string, check: (webhook: Webhook) => void): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    await this.#runtime.journal.commit(command, async (session, time) => {
      // First: workers write the queue all the time, and a write after the first read would conflict with theirs.
      await this.#options.queues.markDue(caller, [id], this.#runtime.clock(), session);
      const webhook = await records.get(id, session);
      if (!webhook) throw notFound();
      time.notBefore(webhook);
      check(webhook);
      if ((await records.delete({ _id: id }, session)) === 0) throw notFound();
      return { entries: [{ subject: id, type: 'deleted', description: 'The webhook was deleted.', events: [] }] };
    });
  }
}
