import type { Scope } from '@plotline/kit/caller';
import type { Foundation } from '@plotline/kit/foundation';
import { newId } from '@plotline/kit/ids';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import type { ClientSession } from 'mongoose';

/** Whose leads go to whom. */
export interface Handover {
  readonly agent_id: string;
  readonly to_agent_id: string;
}

/** A handover with the time that it is in force: until the agent comes back, or the leads are handed over anew. */
export interface StoredHandover extends Handover {
  readonly id: string;
  readonly version: number;
  readonly at: Date;
  /** Null while it lasts. */
  readonly until: Date | null;
}

/** More than an agent can have before pipeline has moved the leads of the first. */
const most = 50;

const handoverSchema = recordSchema({ agent_id: String, to_agent_id: String, at: Date, until: Date });

/** The latest handovers of each agent. Changes of one agent's come one after the other: each changes the agent too. */
export class Handovers {
  readonly #collection: Collection<StoredHandover>;

  constructor(foundation: Foundation) {
    this.#collection = foundation.collection<StoredHandover>({
      name: 'handovers',
      schema: handoverSchema,
      indexes: [{ name: 'agent', keys: { workspace_id: 1, agent_id: 1, at: -1, _id: -1 } }],
    });
  }

  /** Ends the agent's handover that is in force, if there is one. */
  async end(scope: Scope, agentId: string, at: Date, session: ClientSession): Promise<void> {
    const change = { $set: { until: at }, $inc: { version: 1 } };
    await this.#collection.in(scope).updateMany({ agent_id: agentId, until: null }, change, session);
  }

  /** Begins a handover, which ends the one before. */
  async begin(scope: Scope, handover: Handover, at: Date, session: ClientSession): Promise<void> {
    const records = this.#collection.in(scope);
    const { agent_id } = handover;
    await this.end(scope, agent_id, at, session);
    await records.insert([{ ...handover, id: newId('handover'), version: 1, at, until: null }], session);
    const order = { sort: { at: -1, _id: -1 }, hint: 'agent' } as const;
    const old = await records.find({ agent_id }, { ...order, skip: most, session });
    if (old.length > 0) await records.delete({ _id: { $in: old.map(({ id }) => id) } }, session);
  }

  /** The agent's handovers, those of the agents to whom the leads went, and so on. */
  async reachableFrom(scope: Scope, agentId: string): Promise<StoredHandover[]> {
    const found: StoredHandover[] = [];
    const asked = new Set<string>();
    for (let next = [agentId]; next.length > 0; ) {
      for (const id of next) asked.add(id);
      const read = await this.#collection.in(scope).find({ agent_id: { $in: next } }, { hint: 'agent' });
      found.push(...read);
      next = [...new Set(read.map(({ to_agent_id }) => to_agent_id))].filter((id) => !asked.has(id));
    }
    return found;
  }
}
