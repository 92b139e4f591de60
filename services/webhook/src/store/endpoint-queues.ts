import type { Mode, Tenant } from '@plotline/kit/caller';
import type { Collection, Owned } from '@plotline/kit/mongo/collection';
import { createRecordSchema } from '@plotline/kit/mongo/record-model';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';

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
}

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

export class EndpointQueues {
  readonly #collection: Collection<EndpointQueue>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<EndpointQueue>({
      name: 'endpoint_queues',
      schema: createRecordSchema({ due_at: Date, revision: Number, holder: String, held_until: Date }),
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

  /** Makes the queues due now, unless they were due before. */
  async markDue(tenant: Tenant, ids: readonly string[], now: Date, session?: ClientSession): Promise<void> {
    await this.#collection.in(tenant).updateMany({ _id: { $in: ids } }, toDue(now), session);
  }

  /** Makes those of the queues due that are not. Resolves to their number. */
  repair(tenant: Tenant, ids: readonly string[], now: Date): Promise<number> {
    const isIdle = { $or: [{ due_at: { $exists: false } }, { due_at: { $gt: now } }] };
    return this.#collection.in(tenant).updateMany({ _id: { $in: ids }, ...isIdle }, toDue(now));
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
      { $set: { holder: lease.holder, held_until: lease.until } },
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

  /** Ends the lease of a queue that still has due deliveries. It is claimed again after the queues due before `now`. */
  async requeue(tenant: Tenant, { id, holder }: EndpointQueue, now: Date): Promise<void> {
    await this.#collection.in(tenant).update({ _id: id, holder }, { $set: { ...unleased, due_at: now } });
  }

  /**
   * Ends the lease of a queue whose next delivery is due at `nextDueAt`, or that has none (null). False, and the lease
   * stays, when the queue was marked due since it was read, or the lease is no longer held.
   */
  release(tenant: Tenant, { id, holder, revision }: EndpointQueue, nextDueAt: Date | null): Promise<boolean> {
    const update = nextDueAt
      ? { $set: { ...unleased, due_at: nextDueAt } }
      : { $set: unleased, $unset: { due_at: true } };
    return this.#collection.in(tenant).update({ _id: id, holder, revision }, update);
  }
}
