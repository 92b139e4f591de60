import type { Mode, Scope } from '@plotline/kit/caller';
import type { Foundation } from '@plotline/kit/foundation';
import { type Collection, type Owned, recordSchema } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';

/** What was last said about the leads of an agent who was deactivated. */
export interface Departure {
  readonly agent_id: string;
  /** Who takes the leads; null when nobody was named. */
  readonly heir_id: string | null;
  readonly at: Date;
  readonly request_id: string;
}

interface StoredDeparture extends Departure {
  readonly id: string;
  readonly version: number;
  /** When the sweep looks at the agent's leads next; null when it need not. */
  readonly due_at: Date | null;
  /** When it looks for the last time. */
  readonly final_at: Date | null;
}

/** A departure that is to be swept. */
export type DueDeparture = Owned<StoredDeparture>;

const departureSchema = recordSchema({
  agent_id: String,
  heir_id: String,
  at: Date,
  request_id: String,
  due_at: Date,
  final_at: Date,
});

const idOf = ({ workspaceId }: Scope, agentId: string) => `${workspaceId}:${agentId}`;

/** The latest departure of each agent. */
export class Departures {
  readonly #collection: Collection<StoredDeparture>;

  constructor(foundation: Foundation) {
    this.#collection = foundation.collection<StoredDeparture>({
      name: 'departures',
      schema: departureSchema,
      indexes: [{ name: 'due', keys: { due_at: 1 } }],
    });
  }

  /**
   * Keeps a departure unless a later one is known, whatever the order they come in. One that names an heir wins over one of
   * the same moment that names none: both tell of the same deactivation. It is not swept before `watch`.
   */
  async note(scope: Scope, departure: Departure): Promise<void> {
    const { agent_id, heir_id, at } = departure;
    const records = this.#collection.in(scope);
    const id = idOf(scope, agent_id);
    const news = { ...departure, due_at: null, final_at: null };
    const replace = () => {
      const filter = { _id: id, at: heir_id === null ? { $lt: at } : { $lte: at } };
      return records.update(filter, { $set: news, $inc: { version: 1 } });
    };
    if (await replace()) return;
    try {
      await records.insert([{ id, version: 1, ...news }]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await replace();
    }
  }

  /** The agent's latest departure, whether or not the agent has come back since. */
  latest(scope: Scope, agentId: string): Promise<Departure | null> {
    return this.#collection.in(scope).get(idOf(scope, agentId));
  }

  /** Has a departure swept from `dueAt` until `finalAt`, unless there is a later one. */
  async watch(scope: Scope, { agent_id, at }: Departure, dueAt: Date, finalAt: Date): Promise<void> {
    const change = { $set: { due_at: dueAt, final_at: finalAt }, $inc: { version: 1 } };
    await this.#collection.in(scope).update({ _id: idOf(scope, agent_id), at, heir_id: { $ne: null } }, change);
  }

  /** Says when a departure is swept next, null for never again, unless it was watched anew meanwhile. */
  async postpone(scope: Scope, { id, version }: DueDeparture, dueAt: Date | null): Promise<void> {
    await this.#collection.in(scope).update({ _id: id, version }, { $set: { due_at: dueAt }, $inc: { version: 1 } });
  }

  /** What has to be swept, of every workspace, longest due first. */
  due(mode: Mode, now: Date, limit: number): Promise<DueDeparture[]> {
    const options = { sort: { due_at: 1 as const }, limit, hint: 'due' };
    return this.#collection.acrossWorkspaces(mode).find({ due_at: { $lte: now } }, options);
  }
}
