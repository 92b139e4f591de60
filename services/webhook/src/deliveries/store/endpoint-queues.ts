import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import type { ClientSession } from 'mongoose';
import { failuresToOpen, firstPace } from '../model/pace.js';
import { type EndpointQueue, endpointQueueSchema } from './endpoint-queue.js';
import { type LeaseEnd, unleased } from './lease-ends.js';

/** Revision of a queue whose worker waits for its receiver. */
export interface QueueRevision extends Pick<EndpointQueue, 'id' | 'revision' | 'version'> {}

/** A lease is identified by its holder. Each claim has a new holder. */
export interface QueueLease {
  readonly holder: string;
  readonly until: Date;
}

/** Queue that can be claimed. */
type DueQueue = Owned<Pick<EndpointQueue, 'id' | 'version'>>;

/** Maximum number that is counted exactly, because counting more would cost too much. */
const maxCounted = 10_000;
/** Matches queues whose circuit is open, whether or not their pause is over. */
const isOpen = { 'pace.failures': { $gte: failuresToOpen } } as const;

export type HeldQueue = Pick<EndpointQueue, 'id' | 'holder'>;

/**
 * Matches queues that aren't paused. A paused queue becomes due only when its pause ends, even if events arrive
 * meanwhile.
 */
function isNotPaused(now: Date) {
  return { paused_until: { $not: { $gt: now } } };
}

function toDue(now: Date) {
  return { $min: { due_at: now }, $inc: { revision: 1 } };
}

/**
 * Returns the update for an immediate try. It also ends a pause. The try may have to wait for the end of an attempt in
 * progress.
 */
function toTried(now: Date) {
  return { $min: { due_at: now }, $inc: { revision: 1, tries: 1 }, $unset: { paused_until: true } };
}

export class EndpointQueues {
  readonly #collection: Collection<EndpointQueue>;
  readonly #suspensions: Suspensions | undefined;

  /** With `suspensions`, the queues of suspended workspaces remain due, but are not found or claimed. */
  constructor(runtime: ServiceRuntime, name: string, suspensions?: Suspensions) {
    this.#suspensions = suspensions;
    this.#collection = runtime.collection<EndpointQueue>({
      name,
      schema: endpointQueueSchema,
      indexes: [
        { name: 'due', keys: { due_at: 1 }, partialFilterExpression: { due_at: { $exists: true } } },
        { name: 'circuits', keys: { 'pace.failures': 1, paused_until: 1 }, partialFilterExpression: isOpen },
      ],
      reset: 'kept',
    });
  }

  create(tenant: Tenant, id: string, session: ClientSession): Promise<void> {
    const queue: EndpointQueue = { id, version: 1, revision: 0, ...unleased };
    return this.#collection.in(tenant).insert([queue], session);
  }

  async delete(tenant: Tenant, id: string): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: id });
  }

  get(tenant: Tenant, id: string): Promise<EndpointQueue | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Makes the queues due now. Skips queues that are already due or paused. */
  async markDue(tenant: Tenant, ids: readonly string[], now: Date, session?: ClientSession): Promise<void> {
    await this.#collection.in(tenant).updateMany({ _id: { $in: ids }, ...isNotPaused(now) }, toDue(now), session);
  }

  /** Makes a queue due for the resend of a delivery, even when it is paused. */
  async markResent(tenant: Tenant, id: string, deliveryId: string, now: Date, session: ClientSession): Promise<void> {
    const update = { ...toTried(now), $set: { resent_id: deliveryId } };
    await this.#collection.in(tenant).update({ _id: id }, update, session);
  }

  /**
   * Resets the pace of an endpoint whose URL has changed, and makes its queue due, so that its deliveries are tried
   * immediately.
   */
  async markMoved(tenant: Tenant, id: string, now: Date): Promise<void> {
    await this.#collection.in(tenant).update({ _id: id }, { ...toTried(now), $set: { pace: firstPace } });
  }

  /** Makes the queues due, except those that already are. Resolves to the number of queues that became due. */
  repair(tenant: Tenant, ids: readonly string[], now: Date): Promise<number> {
    const isNotDue = { $or: [{ due_at: { $exists: false } }, { due_at: { $gt: now } }] };
    return this.#collection.in(tenant).updateMany({ _id: { $in: ids }, ...isNotDue, ...isNotPaused(now) }, toDue(now));
  }

  /**
   * Finds the queues that have been due longest and are not leased, up to a limit. Excludes the queues of some
   * workspaces.
   */
  async findDue(mode: Mode, now: Date, limit: number, except: readonly string[] = []): Promise<DueQueue[]> {
    const left = [...except, ...((await this.#suspensions?.list()) ?? [])];
    const others = left.length > 0 ? { workspace_id: { $nin: left } } : {};
    const options = { sort: { due_at: 1 }, limit, projection: { workspace_id: 1, version: 1 }, hint: 'due' } as const;
    const isDue = { due_at: { $exists: true, $lte: now }, held_until: { $lte: now } };
    return this.#collection.acrossWorkspaces(mode).find({ ...isDue, ...others }, options);
  }

  /** Makes queues due and leases them, except those that are already leased or paused. */
  async claim(
    mode: Mode,
    ids: readonly string[],
    { holder, until }: QueueLease,
    now: Date,
  ): Promise<Owned<EndpointQueue>[]> {
    const queues = this.#collection.acrossWorkspaces(mode);
    const others = await this.#suspensions?.exclude();
    const isFree = { held_until: { $lte: now }, ...isNotPaused(now), ...(others && { workspace_id: others }) };
    const update = { ...toDue(now), $set: { holder, held_until: until }, $unset: { paused_until: true } };
    const [first] = ids;
    if (first === undefined) return [];
    if (ids.length === 1) {
      const claimed = await queues.findAndUpdate({ _id: first, ...isFree }, update);
      return claimed ? [claimed] : [];
    }
    const found = { _id: { $in: [...ids] } };
    const claimed = await queues.updateMany({ ...found, ...isFree }, update);
    return claimed > 0 ? queues.find({ ...found, holder }) : [];
  }

  /** Extends the leases that are still valid. Resolves to the ids of their queues. */
  async renew(mode: Mode, leases: readonly HeldQueue[], until: Date): Promise<ReadonlySet<string>> {
    const queues = this.#collection.acrossWorkspaces(mode);
    const ids = leases.map(({ id }) => id);
    const filter = { _id: { $in: ids }, holder: { $in: leases.map(({ holder }) => holder) } };
    const renewed = await queues.updateMany(filter, { $set: { held_until: until } });
    if (renewed === ids.length) return new Set(ids);
    return new Set((await queues.find(filter, { projection: { _id: 1 } })).map(({ id }) => id));
  }

  /** Returns the revisions of queues, including queues that other processes have leased. */
  findRevisions(mode: Mode, ids: readonly string[]): Promise<QueueRevision[]> {
    const projection = { revision: 1, version: 1 } as const;
    return this.#collection.acrossWorkspaces(mode).find({ _id: { $in: [...ids] } }, { projection });
  }

  /**
   * Tries to end leases with one write. Resolves to the queues that are still held, because they did not match their
   * condition.
   */
  async endLeases(tenant: Tenant, ends: readonly LeaseEnd[]): Promise<ReadonlyMap<string, EndpointQueue>> {
    const queues = this.#collection.in(tenant);
    const updates = ends.map(({ queue: { id, holder }, condition, update }) => ({
      filter: { ...condition, _id: id, holder },
      update,
    }));
    if ((await queues.updateEach(updates)) === ends.length) return new Map();
    const ids = ends.map(({ queue: { id } }) => id);
    const held = await queues.find({ _id: { $in: ids }, holder: { $in: ends.map(({ queue: { holder } }) => holder) } });
    return new Map(held.map((queue) => [queue.id, queue]));
  }

  /**
   * Returns the earliest time since which a queue without a worker has been due; null when there is no such queue. The
   * queues of suspended workspaces don't count.
   */
  async findLongestDue(mode: Mode, now: Date): Promise<Date | null> {
    const others = await this.#suspensions?.exclude();
    const isDue = { due_at: { $exists: true, $lte: now }, held_until: { $lte: now } };
    const filter = { ...isDue, ...(others && { workspace_id: others }) };
    const options = { sort: { due_at: 1 }, limit: 1, projection: { due_at: 1 } } as const;
    const [first] = await this.#collection.acrossWorkspaces(mode).find(filter, options);
    return first?.due_at ?? null;
  }

  /**
   * Counts queues with an open circuit, and those of them whose pause has ended. Counts up to 10,000 in total. All of
   * these queues are or will become due.
   */
  async countCircuits(mode: Mode, now: Date): Promise<{ open: number; probed: number }> {
    const queues = this.#collection.acrossWorkspaces(mode);
    const scheduled = { ...isOpen, due_at: { $exists: true } };
    const options = { limit: maxCounted, hint: 'circuits' } as const;
    const open = await queues.count({ ...scheduled, paused_until: { $gt: now } }, options);
    const all = await queues.count(scheduled, options);
    return { open, probed: Math.max(0, all - open) };
  }

  /**
   * Begins a test of the endpoint, which ends by `until` at the latest. Resolves to its start, or to null while another
   * holder tests the endpoint. If a holder's test got no answer, because its process crashed or failed, the holder
   * continues that test.
   */
  async beginTest(tenant: Tenant, id: string, now: Date, { holder, until }: QueueLease): Promise<Date | null> {
    const records = this.#collection.in(tenant);
    const isUnanswered = { tester: holder, test_began_at: { $exists: true } };
    const unanswered = await records.findAndUpdate({ _id: id, ...isUnanswered }, { $set: { testing_until: until } });
    if (unanswered?.test_began_at) return unanswered.test_began_at;
    const isFree = { $or: [{ testing_until: { $not: { $gt: now } } }, { tester: holder }] };
    const turn = { testing_until: until, tester: holder, test_began_at: now };
    return (await records.update({ _id: id, ...isFree }, { $set: turn })) ? now : null;
  }

  /** Ends this lease of the test. Doesn't end a later lease, whether by the same holder or another. */
  async endTest(tenant: Tenant, id: string, { holder, until }: QueueLease, isAnswered: boolean): Promise<void> {
    const filter = { _id: id, tester: holder, testing_until: until };
    const ended = { testing_until: true, ...(isAnswered ? { test_began_at: true } : {}) };
    await this.#collection.in(tenant).update(filter, { $unset: ended });
  }
}
