import type { Tenant } from '@plotline/kit/caller';
import { conflict, notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { diff } from '@plotline/kit/journal/diff';
import type { EventInput } from '@plotline/kit/journal/entry';
import { type ChangedRecord, changeRecord } from '@plotline/kit/mongo/change-record';
import type { Collection } from '@plotline/kit/mongo/collection';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/mongo/list';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { isRecording, type Subscription } from '../domain/subscription.js';
import type { Lanes } from './lanes.js';
import { subscriptionIndexes, subscriptionSchema } from './subscription-schema.js';
import type { Tallies } from './tallies.js';

/** Every event is compared with all subscriptions of its workspace, so their number has a bound. */
const mostPerWorkspace = 1_000;

/** What the journal says about a change. */
export interface ChangeNote {
  readonly type: string;
  readonly description: string;
  readonly events?: readonly EventInput[];
}

/** Subscriptions, each with its lane and tally, and what happened to them. */
export class Subscriptions {
  readonly #collection: Collection<Subscription>;
  readonly #runtime: ServiceRuntime;
  readonly #lanes: Lanes;
  readonly #tallies: Tallies;
  readonly #render: (subscription: Subscription) => object;

  /** `render` leaves out the secrets: the journal keeps what it returns. */
  constructor(runtime: ServiceRuntime, lanes: Lanes, tallies: Tallies, render: (subscription: Subscription) => object) {
    this.#runtime = runtime;
    this.#lanes = lanes;
    this.#tallies = tallies;
    this.#render = render;
    this.#collection = runtime.collection<Subscription>({
      name: 'subscriptions',
      schema: subscriptionSchema,
      indexes: subscriptionIndexes,
    });
  }

  /** Stores a new subscription. Rejects with CONFLICT when the workspace has 1,000 already. */
  async add(command: Command, subscription: Subscription, answer: Answer): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    if ((await records.count({}, { limit: mostPerWorkspace })) >= mostPerWorkspace) {
      throw conflict(`A workspace can have ${mostPerWorkspace} webhooks.`);
    }
    await this.#runtime.journal.commit(command, async (session) => {
      await records.insert([subscription], session);
      await this.#lanes.open(caller, subscription.id, session);
      await this.#tallies.open(caller, subscription.id, session);
      const description = 'The webhook was created.';
      return { entries: [{ subject: subscription.id, type: 'created', description, events: [] }], answer };
    });
  }

  get(tenant: Tenant, id: string): Promise<Subscription | null> {
    return this.#collection.in(tenant).get(id);
  }

  list(tenant: Tenant, query: ListQuery): Promise<Listed<Subscription>> {
    return listRecords(this.#collection.in(tenant), {}, query, { hint: 'created_at' });
  }

  /** The subscriptions for which an event of one of these names is to be recorded. */
  async recording(tenant: Tenant, names: readonly string[]): Promise<Subscription[]> {
    const found = await this.#collection.in(tenant).find({ events: { $in: [...names, '*'] } });
    return found.filter(isRecording);
  }

  /**
   * Applies a decision; one that returns the subscription itself changes nothing. Resolves to what is then stored
   * and the answer that tells of it.
   */
  change<A extends Answer | undefined>(
    command: Command,
    id: string,
    { type, description, events = [] }: ChangeNote,
    decide: (subscription: Subscription) => Subscription,
    toAnswer: (subscription: Subscription) => A,
  ): Promise<ChangedRecord<Subscription, A>> {
    const decideWithNote = (before: Subscription) => {
      const record = decide(before);
      if (record === before) return { record, entries: [] };
      const changes = diff(this.#render(before), this.#render(record));
      return { record, entries: [{ subject: id, type, description, changes, events }] };
    };
    const { journal } = this.#runtime;
    return changeRecord({ collection: this.#collection, journal, command, id, decide: decideWithNote, toAnswer });
  }

  /** Deletes a subscription unless `check` throws. Rejects with NOT_FOUND when there is none. */
  async remove(command: Command, id: string, check: (subscription: Subscription) => void): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    await this.#runtime.journal.commit(command, async (session) => {
      const subscription = await records.get(id, session);
      if (!subscription) throw notFound();
      check(subscription);
      if ((await records.delete({ _id: id }, session)) === 0) throw notFound();
      await this.#lanes.close(caller, id, session);
      await this.#tallies.close(caller, id, session);
      const description = 'The webhook was deleted.';
      return { entries: [{ subject: id, type: 'deleted', description, events: [] }] };
    });
  }
}
