import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';

/** Last number in a workspace's event log. The record has the workspace's id. */
interface EventSequence extends Versioned {
  /** Number of the last event. */
  readonly last: number;
}

/** Numbers of the events of each workspace: 1, 2, 3 … in the order in which their recording commits. */
export class EventSequences {
  readonly #collection: Collection<EventSequence>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<EventSequence>({
      name: 'event_sequences',
      schema: createRecordSchema({ last: Number }),
      indexes: [],
      // Numbers are never reused, because cursors contain them.
      reset: 'kept',
    });
  }

  /** Returns the number of the last event; 0 before the first. */
  async getLast(tenant: Tenant): Promise<number> {
    return (await this.#collection.in(tenant).get(tenant.workspaceId))?.last ?? 0;
  }

  /**
   * Takes the next numbers and resolves to the first. No other transaction can take numbers until this one ends. If it
   * is aborted, the numbers are free again.
   */
  async take(tenant: Tenant, count: number, session: ClientSession): Promise<number> {
    const change = { $inc: { last: count, version: 1 } };
    const options = { upsert: true, session } as const;
    const sequence = await this.#collection.in(tenant).findAndUpdate({ _id: tenant.workspaceId }, change, options);
    if (!sequence) throw new Error('An upsert has returned no record.');
    return sequence.last - count + 1;
  }
}
