import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EventInput } from '@plotline/kit/store/journal/entry';
import { withNameOrder } from '@plotline/kit/store/lists/access-path';
import { type Listed, listRecords, type Walked, type WalkPage, walkRecords } from '@plotline/kit/store/lists/list';
import { type ChangedRecord, changeRecord, type Decision } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { findByExternalIds } from '@plotline/kit/store/records/external-ids';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import type { Teams } from '../../teams/store/teams.js';
import type { Agent } from '../model/agent.js';
import type { Reassignment } from '../model/reassignment.js';
import { type AgentQuery, agentIndexes, agentSchema, deriveAgent, planAgentList } from './agent-collection.js';
import { type AgentChangeDescription, toAgentEntry, toInvitationEvents, toReassignmentEvent } from './agent-entry.js';
import { AgentLocks } from './agent-locks.js';
import { type AgentsOfReference, findNamedAgents } from './named-agents.js';
import type { Reassignments } from './reassignments.js';
import { rejectTaken } from './reject-taken.js';

interface NewAgent {
  readonly description: string;
  /** Further events, in addition to `agent.created`. */
  readonly events: readonly EventInput[];
  readonly answer?: Answer;
}

interface AgentStoreOptions {
  readonly teams: Teams;
  readonly reassignments: Reassignments;
  /** Renders the `data` of events. */
  readonly toJson: (agent: Agent) => object;
}

/** Stored agents, with their journal entries. */
export class Agents {
  readonly #collection: Collection<Agent>;
  readonly #runtime: ServiceRuntime;
  readonly #teams: Teams;
  readonly #locks: AgentLocks;
  readonly #toJson: (agent: Agent) => object;

  constructor(runtime: ServiceRuntime, { teams, reassignments, toJson }: AgentStoreOptions) {
    this.#runtime = runtime;
    this.#teams = teams;
    this.#toJson = toJson;
    this.#collection = runtime.collection<Agent>({
      name: 'agents',
      schema: agentSchema,
      indexes: agentIndexes,
      derive: deriveAgent,
    });
    this.#locks = new AgentLocks(this.#collection, { teams, reassignments, clock: runtime.clock });
  }

  /**
   * Stores an invited agent. Rejects with CONFLICT when another agent has the address or the external id, and with
   * VALIDATION_ERROR for an unknown team.
   */
  add(command: Command, agent: Agent, answer: Answer): Promise<void> {
    const events = toInvitationEvents(command.caller.mode, agent);
    return this.#add(command, agent, { description: `Agent ${agent.name} was invited.`, events, answer });
  }

  /**
   * Stores the first owner of a workspace. The auth service has created the owner's person, or sends the invitation
   * itself.
   */
  addOwner(command: Command, owner: Agent): Promise<void> {
    return this.#add(command, owner, { description: `${owner.name} is the first owner.`, events: [] });
  }

  async #add(command: Command, agent: Agent, { description, events: further, answer }: NewAgent): Promise<void> {
    const { caller } = command;
    await rejectTaken(
      this.#collection.in(caller),
      [agent],
      this.#runtime.journal.commit(
        command,
        async (session) => {
          await this.#collection.in(caller).insert([agent], session);
          if (agent.team_id !== null) await this.#teams.lock(caller, agent.team_id, session);
          const events = [{ name: 'agent.created', version: agent.version, data: this.#toJson(agent) }, ...further];
          return { entries: [{ subject: agent.id, type: 'created', description, events }], answer };
        },
        agent.created_at,
      ),
    );
  }

  get(tenant: Tenant, id: string): Promise<Agent | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Returns the id of the agent with the external id; null when no agent has it. */
  async findIdByExternalId(tenant: Tenant, externalId: string): Promise<string | null> {
    const [found] = await findByExternalIds(this.#collection.in(tenant), [externalId]);
    return found?.id ?? null;
  }

  getMany(tenant: Tenant, ids: readonly string[]): Promise<Agent[]> {
    return this.#collection.in(tenant).find({ _id: { $in: ids } });
  }

  /** Finds the agents that each text refers to: by external id, email address or full name. */
  findNamed(tenant: Tenant, references: readonly string[]): Promise<AgentsOfReference[]> {
    return findNamedAgents(this.#collection.in(tenant), references);
  }

  /** Stores the time when an active agent was last active. Doesn't create a new version of the agent. */
  async recordActivity(tenant: Tenant, id: string, at: Date): Promise<void> {
    await this.#collection.in(tenant).update({ _id: id, status: 'active' }, { $max: { last_active: at } });
  }

  /**
   * Returns the ids of the workspace's invited and active sandbox agents that have one of the addresses, by address.
   */
  async findSandboxIds({ workspaceId }: Tenant, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const filter = { email: { $in: emails }, status: { $ne: 'inactive' } };
    const found = await this.#collection.in({ workspaceId, mode: 'sandbox' }).find(filter, { hint: 'email' });
    return new Map(found.map(({ email, id }) => [email, id]));
  }

  /** Returns the workspace's invited and active agents in live mode that have one of the addresses. */
  findLiveByEmails({ workspaceId }: Tenant, emails: readonly string[]): Promise<readonly Agent[]> {
    const filter = { email: { $in: emails }, status: { $ne: 'inactive' } };
    return this.#collection.in({ workspaceId, mode: 'live' }).find(filter, { hint: 'email' });
  }

  async list(tenant: Tenant, query: AgentQuery): Promise<Listed<Agent>> {
    const records = this.#collection.in(tenant);
    return listRecords(records, await planAgentList(records, query), withNameOrder(query));
  }

  /** Reads one page of the agents that match the query. */
  async walk(tenant: Tenant, query: AgentQuery, page: WalkPage): Promise<Walked<Agent>> {
    const records = this.#collection.in(tenant);
    return walkRecords(records, await planAgentList(records, query), page);
  }

  /** Recomputes the derived fields. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.#collection, mode, progress);
  }

  /** Returns the ids of the team's agents, including inactive ones. */
  async findIdsByTeam(tenant: Tenant, teamId: string): Promise<string[]> {
    const found = await this.#collection.in(tenant).find({ team_id: teamId }, { projection: { _id: 1 }, hint: 'team' });
    return found.map(({ id }) => id);
  }

  async existsInTeam(tenant: Tenant, teamId: string, session: ClientSession): Promise<boolean> {
    return (await this.#collection.in(tenant).findOne({ team_id: teamId }, session)) !== null;
  }

  /**
   * Applies a decision to an agent. Resolves to the stored agent and the response. Rejects with CONFLICT when the
   * workspace would lose its last active owner, or when another agent has the address or the external id. Rejects with
   * VALIDATION_ERROR for an unknown team, or an assignee who is unknown or inactive.
   */
  change<A extends Answer | undefined>(
    command: Command,
    id: string,
    description: AgentChangeDescription,
    decide: (agent: Agent, at: Date) => Agent,
    toAnswer: (agent: Agent) => A,
  ): Promise<ChangedRecord<Agent, A>> {
    const { journal, idempotency } = this.#runtime;
    const decided: Agent[] = [];
    const decideWithEntry = (before: Agent, at: Date): Decision<Agent> => {
      const record = decide(before, at);
      decided.push(record);
      const entry = toAgentEntry({ mode: command.caller.mode, toJson: this.#toJson }, before, record, description);
      if (!entry) return { record, entries: [] };
      const inTransaction = async (session: ClientSession) => {
        await this.#locks.lockDependencies(
          command.caller,
          { before, after: record },
          description.reassignment,
          session,
        );
        const answer = description.amends && toAnswer({ ...record, version: before.version + 1 });
        if (description.amends && answer) {
          await idempotency.amend(command.caller.mode, { claim: description.amends, answer }, session);
        }
      };
      return { record, entries: [entry], inTransaction };
    };
    return rejectTaken(
      this.#collection.in(command.caller),
      decided,
      changeRecord({ collection: this.#collection, journal, command, id, decide: decideWithEntry, toAnswer }),
    );
  }

  /**
   * Requests the reassignment of an inactive agent's leads. Resolves to the response. Rejects with VersionConflict when
   * the agent has been reactivated, and with VALIDATION_ERROR for an assignee who is unknown or inactive.
   */
  async reassignLeads(
    command: Command,
    reassignment: Reassignment,
    toAnswer: (agent: Agent) => Answer,
  ): Promise<Answer> {
    const { caller } = command;
    const { agent_id } = reassignment;
    const { answer } = await this.#runtime.journal.commit(command, async (session) => {
      await this.#locks.lock(caller, { _id: agent_id, status: 'inactive' }, session);
      const agent = await this.#collection.in(caller).get(agent_id, session);
      if (agent?.status !== 'inactive') throw new VersionConflict();
      await this.#locks.startReassignment(caller, reassignment, session);
      const description = 'The leads of the inactive agent were reassigned.';
      const events = [toReassignmentEvent(reassignment)];
      const entries = [{ subject: agent_id, type: 'leads_reassigned', description, events }];
      return { entries, answer: toAnswer(agent) };
    });
    return answer;
  }
}
