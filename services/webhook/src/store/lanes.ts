import type { Mode, Tenant } from '@plotline/kit/caller';
import type { Collection, Owned } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { laneIndexes, laneSchema } from './lane-schema.js';

/**
 * The line of deliveries to one subscription; it has the subscription's id. One process at a time works a lane, so a
 * slow receiver fills its own lane and no other, and a delivery is not sent twice.
 */
export interface Lane {
  readonly id: string;
  readonly version: number;
  /** When its first delivery is due; absent when none is. */
  readonly due_at?: Date;
  /** Grows with each delivery that is added, so that a holder who lets go notices what came meanwhile. */
  readonly wakes: number;
  readonly holder: string | null;
  readonly held_until: Date;
}

const never = new Date(0);
const free = { holder: null, held_until: never };

export class Lanes {
  readonly #collection: Collection<Lane>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Lane>({ name: 'lanes', schema: laneSchema, indexes: laneIndexes });
  }

  open(tenant: Tenant, id: string, session: ClientSession): Promise<void> {
    const lane: Lane = { id, version: 1, wakes: 0, ...free };
    return this.#collection.in(tenant).insert([lane], session);
  }

  async close(tenant: Tenant, id: string, session?: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: id }, session);
  }

  get(tenant: Tenant, id: string): Promise<Lane | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Something is due in these lanes at once. */
  async wake(tenant: Tenant, ids: readonly string[], now: Date): Promise<void> {
    await this.#collection.in(tenant).updateMany({ _id: { $in: ids } }, { $min: { due_at: now }, $inc: { wakes: 1 } });
  }

  /** Takes the lane that has been due longest and that nobody holds, until a time; null when there is none. */
  claim(mode: Mode, holder: string, now: Date, until: Date): Promise<Owned<Lane> | null> {
    return this.#collection
      .acrossWorkspaces(mode)
      .findAndUpdate(
        { due_at: { $exists: true, $lte: now }, held_until: { $lte: now } },
        { $set: { holder, held_until: until } },
        { sort: { due_at: 1 } },
      );
  }

  /** Lets go of a lane with work left: it is due again, behind those that wait already. */
  async yield(tenant: Tenant, { id, holder }: Lane, now: Date): Promise<void> {
    await this.#collection.in(tenant).update({ _id: id, holder }, { $set: { ...free, due_at: now } });
  }

  /**
   * Lets go of a lane with nothing due before `next` (null: nothing at all). False, and the lane is kept, when something
   * was added since the lane was read.
   */
  release(tenant: Tenant, { id, holder, wakes }: Lane, next: Date | null): Promise<boolean> {
    const due = next ? { $set: { ...free, due_at: next } } : { $set: free, $unset: { due_at: true } };
    return this.#collection.in(tenant).update({ _id: id, holder, wakes }, due);
  }
}
