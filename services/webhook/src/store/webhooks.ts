import type { Tenant } from '@plotline/kit/caller';
import { conflict, notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { diff } from '@plotline/kit/journal/diff';
import { type ChangedRecord, changeRecord } from '@plotline/kit/mongo/change-record';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/mongo/list';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { isRecording, type Webhook } from '../domain/webhook.js';
import type { Counters } from './counters.js';
import type { EndpointQueues } from './endpoint-queues.js';

/** Each event is matched against all webhooks of its workspace. */
const maxPerWorkspace = 1_000;

const webhookSchema = recordSchema({
  url: String,
  events: [String],
  active: Boolean,
  payload_version: String,
  secret: String,
  former_secret: { type: { _id: false, sealed: String, until: Date } },
  disabled_at: Date,
  created_at: Date,
  updated_at: Date,
});

/** Type and description of the journal entry of a change. */
export interface ChangeLabel {
  readonly type: string;
  readonly description: string;
}

/** What becomes of a webhook, and the answer that tells of it. */
export interface WebhookChange<A extends Answer | undefined> {
  /** Pure; may throw a Problem. Returns the webhook itself when nothing changes. */
  readonly decide: (webhook: Webhook) => Webhook;
  /** From the webhook as stored. The answer is kept for an Idempotency-Key. */
  readonly toAnswer: (webhook: Webhook) => A;
}

export interface WebhookStoreOptions {
  readonly queues: EndpointQueues;
  readonly counters: Counters;
  /** The public settings of a webhook, without its secrets: the journal keeps what changed in them. */
  readonly toSettingsJson: (webhook: Webhook) => object;
}

/** Webhooks, each created and deleted together with its endpoint queue and counter. */
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
        { name: 'events', keys: { workspace_id: 1, events: 1 } },
      ],
    });
  }

  /** Stores a new webhook, and the answer for an Idempotency-Key. Rejects with CONFLICT when the workspace has 1,000. */
  async add(command: Command, webhook: Webhook, answer: Answer): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { queues, counters } = this.#options;
    if ((await records.count({}, { limit: maxPerWorkspace })) >= maxPerWorkspace) {
      throw conflict(`A workspace can have ${maxPerWorkspace} webhooks.`);
    }
    await this.#runtime.journal.commit(command, async (session) => {
      await records.insert([webhook], session);
      await queues.create(caller, webhook.id, session);
      await counters.create(caller, webhook.id, session);
      const entry = { subject: webhook.id, type: 'created', description: 'The webhook was created.', events: [] };
      return { entries: [entry], answer };
    });
  }

  /** The webhook, or null. */
  get(tenant: Tenant, id: string): Promise<Webhook | null> {
    return this.#collection.in(tenant).get(id);
  }

  list(tenant: Tenant, query: ListQuery): Promise<Listed<Webhook>> {
    return listRecords(this.#collection.in(tenant), {}, query, { hint: 'created_at' });
  }

  /** The webhooks that subscribe to one of the events and record deliveries. */
  async findRecording(tenant: Tenant, events: readonly string[]): Promise<Webhook[]> {
    const found = await this.#collection.in(tenant).find({ events: { $in: [...events, '*'] } });
    return found.filter(isRecording);
  }

  /** Applies a decision and writes its journal entry. Resolves to the stored webhook. Rejects with NOT_FOUND. */
  change<A extends Answer | undefined>(
    command: Command,
    id: string,
    label: ChangeLabel,
    { decide, toAnswer }: WebhookChange<A>,
  ): Promise<ChangedRecord<Webhook, A>> {
    const { toSettingsJson } = this.#options;
    const decideWithEntry = (before: Webhook) => {
      const record = decide(before);
      if (record === before) return { record, entries: [] };
      const changes = diff(toSettingsJson(before), toSettingsJson(record));
      return { record, entries: [{ subject: id, ...label, changes, events: [] }] };
    };
    const { journal } = this.#runtime;
    return changeRecord({ collection: this.#collection, journal, command, id, decide: decideWithEntry, toAnswer });
  }

  /** Deletes a webhook unless `check` throws. Rejects with NOT_FOUND when there is none. */
  async delete(command: Command, id: string, check: (webhook: Webhook) => void): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { queues, counters } = this.#options;
    await this.#runtime.journal.commit(command, async (session) => {
      const webhook = await records.get(id, session);
      if (!webhook) throw notFound();
      check(webhook);
      if ((await records.delete({ _id: id }, session)) === 0) throw notFound();
      await queues.delete(caller, id, session);
      await counters.delete(caller, id, session);
      return { entries: [{ subject: id, type: 'deleted', description: 'The webhook was deleted.', events: [] }] };
    });
  }
}
