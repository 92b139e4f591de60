import type { Tenant } from '@plotline/kit/caller';
import { conflict, invalid } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { diff } from '@plotline/kit/journal/diff';
import type { EntryInput } from '@plotline/kit/journal/entry';
import { type ChangedRecord, changeRecord } from '@plotline/kit/mongo/change-record';
import type { Collection, Filter } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import { type Listed, listRecords } from '@plotline/kit/mongo/list';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import type { Agent } from '../domain/agent.js';
import { losesOwner } from '../domain/agent-patch.js';
import { unfitAssignee } from '../domain/references.js';
import { type AgentQuery, agentFilter, agentIndex, searchText } from './agent-query.js';
import { agentIndexes, agentSchema } from './agent-schema.js';
import type { Reassignment, Reassignments } from './reassignments.js';
import type { Teams } from './teams.js';
import { touch } from './touch.js';

/** How a change is told. */
export interface AgentChange {
  readonly type: string;
  readonly description: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** The public event that tells of it. */
  readonly event?: string;
  readonly reassignment?: Reassignment;
}

/** Pipeline listens, and moves the leads. */
const reassignmentEvent = (reassignment: Reassignment) => ({ name: 'reassignment.requested', data: reassignment });

const emailTaken = 'An agent with this email exists already.';

/** Agents and what happened to them. */
export class Agents {
  readonly #collection: Collection<Agent>;
  readonly #runtime: ServiceRuntime;
  readonly #teams: Teams;
  readonly #reassignments: Reassignments;
  readonly #render: (agent: Agent) => object;

  /** `render` makes the `data` of events. */
  constructor(runtime: ServiceRuntime, teams: Teams, reassignments: Reassignments, render: (agent: Agent) => object) {
    this.#runtime = runtime;
    this.#teams = teams;
    this.#reassignments = reassignments;
    this.#render = render;
    this.#collection = runtime.collection<Agent>({
      name: 'agents',
      schema: agentSchema,
      indexes: agentIndexes,
      derive: (agent) => ({
        text: searchText(agent),
        ...(agent.status === 'inactive' ? {} : { active_email: agent.email }),
      }),
    });
  }

  /** Stores a new agent. Rejects with CONFLICT when another has the address, with VALIDATION_ERROR for an unknown team. */
  async add(command: Command, agent: Agent, answer: Answer): Promise<void> {
    const { caller } = command;
    await this.#uniquely(
      this.#runtime.journal.commit(command, async (session) => {
        await this.#collection.in(caller).insert([agent], session);
        if (agent.team_id !== null) await this.#teams.hold(caller, agent.team_id, session);
        const events = [{ name: 'agent.created', data: this.#render(agent) }];
        const description = `Agent ${agent.name} was invited.`;
        return { entries: [{ subject: agent.id, type: 'created', description, events }], answer };
      }),
    );
  }

  get(tenant: Tenant, id: string): Promise<Agent | null> {
    return this.#collection.in(tenant).get(id);
  }

  getMany(tenant: Tenant, ids: readonly string[]): Promise<Agent[]> {
    return this.#collection.in(tenant).find({ _id: { $in: ids } });
  }

  list(tenant: Tenant, query: AgentQuery): Promise<Listed<Agent>> {
    const hint = agentIndex(query);
    return listRecords(this.#collection.in(tenant), agentFilter(query), query, { hint });
  }

  /** Ids of the team's agents, whatever their status. */
  async inTeam(tenant: Tenant, teamId: string): Promise<string[]> {
    const found = await this.#collection.in(tenant).find({ team_id: teamId }, { projection: { _id: 1 }, hint: 'team' });
    return found.map(({ id }) => id);
  }

  async anyInTeam(tenant: Tenant, teamId: string, session: ClientSession): Promise<boolean> {
    return (await this.#collection.in(tenant).findOne({ team_id: teamId }, session)) !== null;
  }

  /**
   * Applies a decision to an agent; resolves to the agent as stored and the answer that tells of it. Rejects
   * with CONFLICT when the workspace would lose its last active owner or the address is another agent's, and with
   * VALIDATION_ERROR for a team, or an agent to hand over to, that there is not.
   */
  change<A extends Answer | undefined>(
    command: Command,
    id: string,
    change: AgentChange,
    decide: (agent: Agent) => Agent,
    toAnswer: (agent: Agent) => A,
  ): Promise<ChangedRecord<Agent, A>> {
    const decideWithEntry = (before: Agent) => {
      const record = decide(before);
      const entry = this.#entry(before, record, change);
      if (!entry) return { record, entries: [] };
      const within = (session: ClientSession) => this.#holdOthers(command.caller, session, before, record, change);
      return { record, entries: [entry], within };
    };
    const { journal } = this.#runtime;
    return this.#uniquely(
      changeRecord({ collection: this.#collection, journal, command, id, decide: decideWithEntry, toAnswer }),
    );
  }

  /**
   * Hands over the leads of an agent who is inactive already; nothing for one who has come back meanwhile. Rejects with
   * VALIDATION_ERROR for an agent to hand over to that there is not.
   */
  async reassignLeads(command: Command, reassignment: Reassignment, answer: Answer): Promise<void> {
    const { caller } = command;
    const { agent_id } = reassignment;
    await this.#runtime.journal.commit(command, async (session) => {
      if (!(await this.#hold(caller, { _id: agent_id, status: 'inactive' }, session))) return { entries: [], answer };
      await this.#begin(caller, reassignment, session);
      const description = 'The leads of the inactive agent were handed over.';
      const events = [reassignmentEvent(reassignment)];
      return { entries: [{ subject: agent_id, type: 'leads_reassigned', description, events }], answer };
    });
  }

  #entry(before: Agent, after: Agent, { event, reassignment, ...told }: AgentChange): EntryInput | null {
    const changes = diff(this.#render(before), this.#render(after));
    if (Object.keys(changes).length === 0) return null;
    const events = [
      ...(event ? [{ name: event, data: this.#render(after) }] : []),
      ...(reassignment ? [reassignmentEvent(reassignment)] : []),
    ];
    return { ...told, subject: after.id, changes, events };
  }

  /**
   * Holds the other records that a change relies on: touched in its transaction, they cannot be taken away at the same
   * moment. So of two changes that would each leave the other's owner, the second decides anew.
   */
  async #holdOthers(
    caller: Tenant,
    session: ClientSession,
    before: Agent,
    after: Agent,
    { reassignment }: AgentChange,
  ): Promise<void> {
    if (after.team_id !== null && after.team_id !== before.team_id) {
      await this.#teams.hold(caller, after.team_id, session);
    }
    if (losesOwner(before, after) && !(await this.#hold(caller, { role: 'owner', status: 'active' }, session))) {
      throw conflict('The workspace would have no active owner.');
    }
    if (reassignment) await this.#begin(caller, reassignment, session);
    if (before.status === 'inactive' && after.status !== 'inactive') {
      await this.#reassignments.end(caller, after.id, this.#runtime.clock(), session);
    }
  }

  /** The time is taken once both agents are held, so that it is later than all that happened to them before. */
  async #begin(tenant: Tenant, reassignment: Reassignment, session: ClientSession): Promise<void> {
    const held = await this.#hold(tenant, { _id: reassignment.assignee_id, status: { $ne: 'inactive' } }, session);
    if (!held) throw invalid(unfitAssignee);
    await this.#reassignments.begin(tenant, reassignment, this.#runtime.clock(), session);
  }

  #hold(tenant: Tenant, filter: Filter, session: ClientSession): Promise<boolean> {
    return this.#collection.in(tenant).update(filter, touch, session);
  }

  async #uniquely<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isDuplicateKey(error)) throw conflict(emailTaken);
      throw error;
    }
  }
}
