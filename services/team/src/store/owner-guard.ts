import type { Caller } from '@plotline/kit/caller';
import type { Foundation } from '@plotline/kit/foundation';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import type { ClientSession } from 'mongoose';

interface Guard {
  readonly id: string;
  readonly version: number;
}

/**
 * One record a workspace that every change touches which takes an owner away. Two such changes at once would each still
 * see the other's owner; on this record they meet, and the second decides anew.
 */
export class OwnerGuard {
  readonly #collection: Collection<Guard>;

  constructor(foundation: Foundation) {
    this.#collection = foundation.collection<Guard>({ name: 'owner_guards', schema: recordSchema({}), indexes: [] });
  }

  async touch(caller: Caller, session: ClientSession): Promise<void> {
    const id = `owners ${caller.workspaceId}`;
    await this.#collection.in(caller).findAndUpdate({ _id: id }, { $inc: { version: 1 } }, { upsert: true, session });
  }
}
