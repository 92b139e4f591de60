import type { Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { ClientSession } from 'mongoose';
import type { Reassignment } from '../model/reassignment.js';

/**
 * Reassignment, and the time until which it applies: until the agent is reactivated or the next reassignment starts.
 */
export interface StoredReassignment extends Reassignment {
  readonly id: string;
  readonly version: number;
  readonly at: Date;
  /** End of the reassignment; null while it applies. */
  readonly until: Date | null;
}

/**
 * Maximum stored reassignments. An agent can't get this many before the pipeline service has moved the leads of the
 * first one.
 */
const maxPerAgent = 50;

const reassignmentSchema = createRecordSchema({ agent_id: String, assignee_id: String, at: Date, until: Date });

/**
 * Latest reassignments of each agent. Each transaction also writes the agent, so concurrent changes for one agent run
 * one after the other.
 */
export class Reassignments {
  readonly #collection: Collection<StoredReassignment>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<StoredReassignment>({
      name: 'reassignments',
      schema: reassignmentSchema,
      indexes: [{ name: 'agent', keys: { workspace_id: 1, agent_id: 1, at: -1, _id: -1 } }],
      reset: { time: 'at' },
    });
  }

  /** Ends the agent's current reassignment, if there is one. */
  async end(tenant: Tenant, agentId: string, at: Date, session: ClientSession): Promise<void> {
    const change = { $set: { until: at }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ agent_id: agentId, until: null }, change, session);
  }

  /** Starts a reassignment and ends the previous one. */
  async start(tenant: Tenant, reassignment: Reassignment, at: Date, session: ClientSession): Promise<void> {
    const records = this.#collection.in(tenant);
    const { agent_id } = reassignment;
    await this.end(tenant, agent_id, at, session);
    await records.insert([{ ...reassignment, id: newId('reassignment'), version: 1, at, until: null }], session);
    const order = { sort: { at: -1, _id: -1 }, hint: 'agent' } as const;
    const old = await records.find({ agent_id }, { ...order, skip: maxPerAgent, session });
    if (old.length > 0) await records.delete({ _id: { $in: old.map(({ id }) => id) } }, session);
  }

  /** Returns the agent's reassignments, the reassignments of their assignees, and so on. */
  async findReachable(tenant: Tenant, agentId: string): Promise<StoredReassignment[]> {
    const found: StoredReassignment[] = [];
    const visited = new Set<string>();
    for (let next = [agentId]; next.length > 0; ) {
      for (const id of next) visited.add(id);
      const level = await this.#collection.in(tenant).find({ agent_id: { $in: next } }, { hint: 'agent' });
      found.push(...level);
      next = [...new Set(level.map(({ assignee_id }) => assignee_id))].filter((id) => !visited.has(id));
    }
    return found;
  }
}
