import type { Consumer } from '../broker/consume.js';
import { parseEnvelope } from '../broker/message.js';
import type { Tenant } from '../core/caller.js';
import { isDuplicateKey } from '../store/indexes.js';
import type { Collection } from '../store/records/collection.js';
import { createRecordSchema } from '../store/records/record-model.js';
import type { Versioned } from '../store/records/records.js';
import type { StoreRuntime } from '../store/store-runtime.js';

/** Latest known state of a workspace. The id and the version are the workspace's own. */
interface WorkspaceState extends Versioned {
  readonly is_suspended: boolean;
}

/** Age after which the list of workspaces is read again. */
const maxAgeMs = 1_000;

const names = { suspended: 'workspace.suspended', resumed: 'workspace.resumed' } as const;

/**
 * Workspaces that an operator has suspended. Their deferred work waits. None of it is claimed until the workspace is
 * resumed, and then it is due immediately. Consumes the events of the service that suspends workspaces.
 */
export class SuspendedWorkspaces {
  readonly #collection: Collection<WorkspaceState>;
  readonly #clock: StoreRuntime['clock'];
  #listed: Promise<readonly string[]> | null = null;
  #listedAt = 0;

  constructor(runtime: Pick<StoreRuntime, 'collection' | 'clock'>) {
    this.#clock = runtime.clock;
    this.#collection = runtime.collection<WorkspaceState>({
      name: 'suspended_workspaces',
      schema: createRecordSchema({ is_suspended: Boolean }),
      indexes: [{ name: 'is_suspended', keys: { is_suspended: 1 }, partialFilterExpression: { is_suspended: true } }],
      reset: 'kept',
    });
  }

  /**
   * Lists the ids of the suspended workspaces. The list is at most a second old. A workspace is suspended in both
   * modes.
   */
  list(): Promise<readonly string[]> {
    const now = this.#clock().getTime();
    if (!this.#listed || now - this.#listedAt >= maxAgeMs || now < this.#listedAt) {
      this.#listedAt = now;
      this.#listed = this.#read();
    }
    return this.#listed;
  }

  async #read(): Promise<readonly string[]> {
    try {
      const records = this.#collection.acrossWorkspaces('live');
      const found = await records.find({ is_suspended: true }, { hint: 'is_suspended', projection: { version: 1 } });
      return found.map(({ id }) => id);
    } catch (error) {
      // Makes the next call read again.
      this.#listed = null;
      throw error;
    }
  }

  /** Returns a filter by workspace that leaves out the suspended ones; null when there are none. */
  async exclude(): Promise<{ readonly $nin: string[] } | null> {
    const ids = await this.list();
    return ids.length === 0 ? null : { $nin: [...ids] };
  }

  /**
   * Records a change of state. Ignores changes that are older than the recorded state, because events may arrive in any
   * order.
   */
  async record(workspaceId: string, version: number, isSuspended: boolean): Promise<void> {
    const records = this.#collection.in({ workspaceId, mode: 'live' });
    const update = { $set: { is_suspended: isSuspended, version } };
    try {
      await records.findAndUpdate({ _id: workspaceId, version: { $lt: version } }, update, { upsert: true });
    } catch (error) {
      // The recorded state is as new or newer. So the filter doesn't match, and the upsert tries to insert the record
      // again.
      if (!isDuplicateKey(error)) throw error;
    }
    this.#listed = null;
  }

  /** Creates the consumer of the events in a queue of the named service. */
  createConsumer(service: string): Consumer {
    return {
      queue: `${service}.suspensions`,
      bindings: Object.values(names),
      prefetch: 4,
      handle: async ({ payload }) => {
        const { workspace_id: workspaceId, event, version = 0 } = parseEnvelope(payload);
        await this.record(workspaceId, version, event === names.suspended);
      },
    };
  }
}

/** Source of the workspaces whose work must wait. */
export type Suspensions = Pick<SuspendedWorkspaces, 'list' | 'exclude'>;

/** Returns whether a workspace's work must wait. If the state can't be read, the work continues. */
export async function mustWait(suspensions: Suspensions | undefined, { workspaceId }: Tenant): Promise<boolean> {
  try {
    return (await suspensions?.list())?.includes(workspaceId) ?? false;
  } catch {
    return false;
  }
}
