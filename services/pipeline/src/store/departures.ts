import type { Mode, Tenant } from '@plotline/kit/caller';
import { type Collection, type Owned, recordSchema } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';

/** An agent whose leads were handed over, and the request that asked for it. */
export interface Departure {
  readonly agent_id: string;
  readonly request_id: string;
}

interface StoredDeparture extends Departure {
  readonly id: string;
  readonly version: number;
  /** When the sweep looks at the agent's leads next. */
  readonly due_at: Date;
  /** When it looks for the last time. */
  readonly final_at: Date;
}

/** A departure that is to be swept. */
export type DueDeparture = Owned<StoredDeparture>;

const departureSchema = recordSchema({ agent_id: String, request_id: String, due_at: Date, final_at: Date });

/** The agents whose leads are swept for a while: one record each, deleted when it is over. */
export class Departures {
  readonly #collection: Collection<StoredDeparture>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<StoredDeparture>({
      name: 'departures',
      schema: departureSchema,
      indexes: [{ name: 'due', keys: { due_at: 1 } }],
    });
  }

  /** Has an agent's leads swept from `dueAt` until `finalAt`. */
  async watch({ workspaceId, mode }: Tenant, departure: Departure, dueAt: Date, finalAt: Date): Promise<void> {
    const records = this.#collection.in({ workspaceId, mode });
    const id = `${workspaceId}:${departure.agent_id}`;
    const fields = { ...departure, due_at: dueAt, final_at: finalAt };
    const replace = () => records.update({ _id: id }, { $set: fields, $inc: { version: 1 } });
    if (await replace()) return;
    try {
      await records.insert([{ id, version: 1, ...fields }]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await replace();
    }
  }

  /** Says when an agent's leads are swept next, null for never again, unless they are watched anew meanwhile. */
  async postpone(tenant: Tenant, { id, final_at }: DueDeparture, dueAt: Date | null): Promise<void> {
    const records = this.#collection.in(tenant);
    const same = { _id: id, final_at };
    if (dueAt === null) await records.delete(same);
    else await records.update(same, { $set: { due_at: dueAt }, $inc: { version: 1 } });
  }

  /** What has to be swept, of every workspace, longest due first. */
  due(mode: Mode, now: Date, limit: number): Promise<DueDeparture[]> {
    const options = { sort: { due_at: 1 as const }, limit, hint: 'due' };
    return this.#collection.acrossWorkspaces(mode).find({ due_at: { $lte: now } }, options);
  }
}
