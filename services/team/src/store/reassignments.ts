import type { Tenant } from '@plotline/kit/caller';
import { newId } from '@plotline/kit/ids';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';

/** Whose leads go to whom. */
export interface Reassignment {
  readonly agent_id: string;
  readonly assignee_id: string;
}

/** A reassignment with the time that it is in force: until the agent comes back, or the leads are handed over anew. */
export interface StoredReassignment extends Reassignment {
  readonly id: string;
  readonly version: number;
  readonly at: Date;
  /** Null while it lasts. */
  readonly until: Date | null;
}

/** More than an agent can have before pipeline has moved the leads of the first. */
const most = 50;

const reassignmentSchema = recordSchema({ agent_id: String, assignee_id: String, at: Date, until: Date });

/** The latest reassignments of each agent. Changes of one agent's come one after the other: each changes the agent too. */
export class Reassignments {
  readonly #collection: Collection<StoredReassignment>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<StoredReassignment>({
      name: 'reassignments',
      schema: reassignmentSchema,
      indexes: [{ name: 'agent', keys: { workspace_id: 1, agent_id: 1, at: -1, _id: -1 } }],
    });
  }

  /** Ends the agent's reassignment that is in force, if there is one. */
  async end(tenant: Tenant, agentId: string, at: Date, session: ClientSession): Promise<void> {
    const change = { $set: { until: at }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ agent_id: agentId, until: null }, change, session);
  }

  /** Begins a reassignment, which ends the one before. */
  async begin(tenant: Tenant, reassignment: Reassignment, at: Date, session: ClientSession): Promise<void> {
    const records = this.#collection.in(tenant);
    const { agent_id } = reassignment;
    await this.end(tenant, agent_id, at, session);
    await records.insert([{ ...reassignment, id: newId('reassignment'), version: 1, at, until: null }], session);
    const order = { sort: { at: -1, _id: -1 }, hint: 'agent' } as const;
    const old = await records.find({ agent_id }, { ...order, skip: most, session });
    if (old.length > 0) await records.delete({ _id: { $in: old.map(({ id }) => id) } }, session);
  }

  /** The agent's reassignments, those of the agents to whom the leads went, and so on. */
  async reachableFrom(tenant: Tenant, agentId: string): Promise<StoredReassignment[]> {
    const found: StoredReassignment[] = [];
    const asked = new Set<string>();
    for (let next = [agentId]; next.length > 0; ) {
      for (const id of next) asked.add(id);
      const read = await this.#collection.in(tenant).find({ agent_id: { $in: next } }, { hint: 'agent' });
      found.push(...read);
      next = [...new Set(read.map(({ assignee_id }) => assignee_id))].filter((id) => !asked.has(id));
    }
    return found;
  }
}
