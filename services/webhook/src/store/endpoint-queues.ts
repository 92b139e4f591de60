import type { Mode, Tenant } from '@plotline/kit/caller';
import type { Collection, Owned } from '@plotline/kit/mongo/collection';
import { createRecordSchema } from '@plotline/kit/mongo/record-model';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type ClientSession, Schema } from 'mongoose';
import { failuresToOpen, type Pace } from '../domain/pace.js';

/**
 * The queue of a webhook's deliveries; `id` is the webhook's id. A process leases the queue before it attempts due
 * deliveries, so that one process at a time does.
 */
export interface EndpointQueue {
  readonly id: string;
  readonly version: number;
  /** When its first delivery is due; absent when none is. */
  readonly due_at?: Date;
  /** Grows with each `markDue`. `release` fails when it has grown since the queue was read. */
  readonly revision: number;
  /** Identifies the current lease; null when there is none. */
  readonly holder: string | null;
  readonly held_until: Date;
  /** While the circuit of the endpoint is open: when the next probe is due. */
  readonly paused_until?: Date;
  /** Absent before the first attempt, and in records of earlier releases. */
  readonly pace?: Pace;
  /** The delivery of the last resend, which is attempted though the circuit is open. */
  readonly resent_id?: string;
  /** Until when the endpoint's test at the latest is under way. */
  readonly testing_until?: Date;
}

/** What is known of a queue that waits for its receiver. */
export interface QueueRevision extends Pick<EndpointQueue, 'id' | 'revision' | 'version'> {}

/** A lease is identified by its holder, which is new for each claim. */
export interface QueueLease {
  readonly holder: string;
  readonly until: Date;
}

export type HeldQueue = Pick<EndpointQueue, 'id' | 'holder'>;

const unleased = { holder: null, held_until: new Date(0) };

function toDue(now: Date) {
  return { $min: { due_at: now }, $inc: { revision: 1 } };
}

/** A paused queue is due when its pause ends, whatever comes meanwhile. */
function isNotPaused(now: Date) {
  return { paused_until: { $not: { $gt: now } } };
}

const paceSchema = new Schema(
  { limit: Number, failures: Number, failed_probes: Number, probe_id: String, halved_at: Date },
  { _id: false, strict: 'throw' },
);

export class EndpointQueues {
  readonly #collection: Collection<EndpointQueue>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<EndpointQueue>({
      name: 'endpoint_queues',
      schema: createRecordSchema({
        due_at: Date,
        revision: Number,
        holder: String,
        held_until: Date,
        paused_until: Date,
        pace: paceSchema,
        resent_id: String,
        testing_until: Date,
      }),
      indexes: [{ name: 'due', keys: { due_at: 1 }, partialFilterExpression: { due_at: { $exists: true } } }],
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

  /** Makes the queues due now, unless they were due before or are paused. */
  async markDue(tenant: Tenant, ids: readonly string[], now: Date, session?: ClientSession): Promise<void> {
    await this.#collection.in(tenant).updateMany({ _id: { $in: ids }, ...isNotPaused(now) }, toDue(now), session);
  }

  /** Makes a queue due for the resend of a delivery, also when it is paused. */
  async markResent(tenant: Tenant, id: string, deliveryId: string, now: Date, session: ClientSession): Promise<void> {
    const update = { ...toDue(now), $set: { resent_id: deliveryId }, $unset: { paused_until: true } };
    await this.#collection.in(tenant).update({ _id: id }, update, session);
  }

  /** Makes those of the queues due that are not. Resolves to their number. */
  repair(tenant: Tenant, ids: readonly string[], now: Date): Promise<number> {
    const isIdle = { $or: [{ due_at: { $exists: false } }, { due_at: { $gt: now } }] };
    return this.#collection.in(tenant).updateMany({ _id: { $in: ids }, ...isIdle, ...isNotPaused(now) }, toDue(now));
  }

  /**
   * Leases the queue that has been due longest and is not leased, of none of the workspaces in `except`; null when there is
   * none.
   */
  claim(
    mode: Mode,
    lease: QueueLease,
    now: Date,
    except: readonly string[] = [],
  ): Promise<Owned<EndpointQueue> | null> {
    return this.#collection.acrossWorkspaces(mode).findAndUpdate(
      {
        due_at: { $exists: true, $lte: now },
        held_until: { $lte: now },
        ...(except.length > 0 ? { workspace_id: { $nin: [...except] } } : {}),
      },
      { $set: { holder: lease.holder, held_until: lease.until }, $unset: { paused_until: true } },
      { sort: { due_at: 1 } },
    );
  }

  /** Prolongs the leases that still stand; resolves to the ids of their queues. */
  async renew(mode: Mode, leases: readonly HeldQueue[], until: Date): Promise<ReadonlySet<string>> {
    const queues = this.#collection.acrossWorkspaces(mode);
    const ids = leases.map(({ id }) => id);
    const filter = { _id: { $in: ids }, holder: { $in: leases.map(({ holder }) => holder) } };
    const renewed = await queues.updateMany(filter, { $set: { held_until: until } });
    if (renewed === ids.length) return new Set(ids);
    return new Set((await queues.find(filter, { projection: { _id: 1 } })).map(({ id }) => id));
  }

  /** The revisions of queues, whoever holds them. */
  findRevisions(mode: Mode, ids: readonly string[]): Promise<QueueRevision[]> {
    const projection = { revision: 1, version: 1 } as const;
    return this.#collection.acrossWorkspaces(mode).find({ _id: { $in: [...ids] } }, { projection });
  }

  /** Ends the lease of a queue that still has due deliveries. It is claimed again after the queues due before `now`. */
  async requeue(tenant: Tenant, { id, holder }: EndpointQueue, now: Date, pace: Pace): Promise<void> {
    await this.#collection.in(tenant).update({ _id: id, holder }, { $set: { ...unleased, due_at: now, pace } });
  }

  /**
   * Ends the lease of a queue whose receiver gets nothing until then. It is looked at then, whatever is due. False, and the lease stays,
   * when a resend was asked for since the queue was read, which is not to wait, or the lease is no longer held.
   */
  pause(tenant: Tenant, { id, holder, resent_id }: EndpointQueue, until: Date, pace: Pace): Promise<boolean> {
    const update = { $set: { ...unleased, due_at: until, paused_until: until, pace } };
    return this.#collection.in(tenant).update({ _id: id, holder, resent_id: resent_id ?? { $exists: false } }, update);
  }

  /**
   * Ends the lease of a queue whose next delivery is due at `nextDueAt`, or that has none (null). False, and the lease
   * stays, when the queue was marked due since it was read, or the lease is no longer held.
   */
  release(
    tenant: Tenant,
    { id, holder, revision }: EndpointQueue,
    nextDueAt: Date | null,
    pace: Pace,
  ): Promise<boolean> {
    const update = nextDueAt
      ? { $set: { ...unleased, due_at: nextDueAt, pace } }
      : { $set: { ...unleased, pace }, $unset: { due_at: true } };
    return this.#collection.in(tenant).update({ _id: id, holder, revision }, update);
  }

  /** Since when the queue that nobody works on has been due longest; null when there is none. */
  async findLongestDue(mode: Mode, now: Date): Promise<Date | null> {
    const filter = { due_at: { $exists: true, $lte: now }, held_until: { $lte: now } };
    const options = { sort: { due_at: 1 }, limit: 1, projection: { due_at: 1 } } as const;
    const [first] = await this.#collection.acrossWorkspaces(mode).find(filter, options);
    return first?.due_at ?? null;
  }

  /** Queues whose circuit is open, and those of them whose pause is over. They are due, or will be. */
  async countCircuits(mode: Mode, now: Date): Promise<{ open: number; probed: number }> {
    const queues = this.#collection.acrossWorkspaces(mode);
    const isScheduled = { due_at: { $exists: true } };
    const open = await queues.count({ ...isScheduled, paused_until: { $gt: now } });
    const all = await queues.count({ ...isScheduled, 'pace.failures': { $gte: failuresToOpen } });
    return { open, probed: Math.max(0, all - open) };
  }

  /** Begins a test of the endpoint, which ends by `until` at the latest. False while another one is under way. */
  beginTest(tenant: Tenant, id: string, now: Date, until: Date): Promise<boolean> {
    const isFree = { testing_until: { $not: { $gt: now } } };
    return this.#collection.in(tenant).update({ _id: id, ...isFree }, { $set: { testing_until: until } });
  }

  async endTest(tenant: Tenant, id: string): Promise<void> {
    await this.#collection.in(tenant).update({ _id: id }, { $unset: { testing_until: true } });
  }
}
