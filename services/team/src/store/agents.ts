import type { Caller, Scope } from '@plotline/kit/caller';
import { conflict } from '@plotline/kit/errors';
import type { Foundation } from '@plotline/kit/foundation';
import { diff } from '@plotline/kit/journal/diff';
import { changeRecord } from '@plotline/kit/mongo/change';
import type { Collection, Filter } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/mongo/list';
import type { Agent } from '../domain/agent.js';
import { agentIndexes, agentSchema } from './agent-schema.js';

export interface AgentQuery extends ListQuery {
  readonly status?: readonly string[];
  readonly role?: string;
  readonly team_id?: string;
}

function filterOf({ status, role, team_id }: AgentQuery): Filter {
  return { ...(status && { status: { $in: status } }), ...(role && { role }), ...(team_id && { team_id }) };
}

/** Agents and what happened to them. */
export class Agents {
  readonly #collection: Collection<Agent>;
  readonly #foundation: Foundation;
  readonly #render: (agent: Agent) => object;

  /** `render` makes the `data` of events. */
  constructor(foundation: Foundation, render: (agent: Agent) => object) {
    this.#foundation = foundation;
    this.#render = render;
    this.#collection = foundation.collection<Agent>({
      name: 'agents',
      schema: agentSchema,
      indexes: agentIndexes,
      derive: ({ status, email }) => (status === 'inactive' ? {} : { active_email: email }),
    });
  }

  /** Stores a new agent. Rejects with CONFLICT when another invited or active agent has the address. */
  async add(caller: Caller, agent: Agent): Promise<void> {
    try {
      await this.#foundation.journal.commit(caller, async (session) => {
        await this.#collection.in(caller).insert([agent], session);
        const events = [{ name: 'agent.created', data: this.#render(agent) }];
        return [{ subject: agent.id, type: 'created', description: `Agent ${agent.name} was invited.`, events }];
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw conflict('An agent with this email exists already.');
      throw error;
    }
  }

  get(scope: Scope, id: string): Promise<Agent | null> {
    return this.#collection.in(scope).get(id);
  }

  getMany(scope: Scope, ids: readonly string[]): Promise<Agent[]> {
    return this.#collection.in(scope).find({ _id: { $in: ids } });
  }

  list(scope: Scope, query: AgentQuery): Promise<Listed<Agent>> {
    return listRecords(this.#collection.in(scope), filterOf(query), query);
  }

  /** Applies a decision to an agent; resolves to the agent as stored. */
  change(caller: Caller, id: string, description: string, decide: (agent: Agent) => Agent): Promise<Agent> {
    return changeRecord(this.#collection, this.#foundation.journal, caller, id, (before) => {
      const record = decide(before);
      const changes = diff(this.#render(before), this.#render(record));
      if (Object.keys(changes).length === 0) return { record, entries: [] };
      return { record, entries: [{ subject: id, type: 'field_update', description, changes, events: [] }] };
    });
  }
}
