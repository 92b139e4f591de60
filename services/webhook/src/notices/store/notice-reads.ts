import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';

/** Time up to which an actor has read the notices of a workspace. */
interface NoticeRead extends Versioned {
  readonly read_until: Date;
  /** Agent of a person. It is stored because a notice may have the agent as its recipient. */
  readonly agent_id?: string;
}

/** Reader of notices: a person with their agent, or a key. */
interface Reading {
  readonly id: string;
  readonly agentId?: string | undefined;
}

const toId = ({ workspaceId }: Tenant, actorId: string) => `${workspaceId}.${actorId}`;

/** Times up to which each person or key has read the notices of a workspace. */
export class NoticeReads {
  readonly #collection: Collection<NoticeRead>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<NoticeRead>({
      name: 'notice_reads',
      schema: createRecordSchema({ read_until: Date, agent_id: String }),
      indexes: [
        {
          name: 'agent',
          keys: { workspace_id: 1, agent_id: 1 },
          partialFilterExpression: { agent_id: { $exists: true } },
        },
      ],
      reset: 'kept',
    });
  }

  /** Returns the time up to which the actor has read; null before the first time. */
  async find(tenant: Tenant, actorId: string): Promise<Date | null> {
    const read = await this.#collection.in(tenant).get(toId(tenant, actorId));
    return read?.read_until ?? null;
  }

  /**
   * Returns the time up to which the recipient of a notice has read; null before the first time. A recipient is a
   * person or an agent.
   */
  async findOfRecipient(tenant: Tenant, recipient: string): Promise<Date | null> {
    const records = this.#collection.in(tenant);
    const found = (await records.get(toId(tenant, recipient))) ?? (await records.findOne({ agent_id: recipient }));
    return found?.read_until ?? null;
  }

  /** Marks everything up to a time as read. Changes nothing if a later time is stored. Resolves to the later time. */
  async mark(tenant: Tenant, { id, agentId }: Reading, until: Date): Promise<Date> {
    const update = {
      $max: { read_until: until },
      $inc: { version: 1 },
      ...(agentId === undefined ? {} : { $set: { agent_id: agentId } }),
    };
    const mark = () => this.#collection.in(tenant).findAndUpdate({ _id: toId(tenant, id) }, update, { upsert: true });
    // When two requests insert the first mark at the same time, one fails with a duplicate key.
    const stored = await retryOnConflict(mark, { isConflict: isDuplicateKey });
    return stored?.read_until ?? until;
  }
}
