import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { ClientSession } from 'mongoose';
import type { Membership } from '../model/membership.js';
import { liveTenant } from './tenants.js';

const schema = createRecordSchema({ person_id: String, agent_id: String, created_at: Date });

/**
 * Memberships, in the live database for both modes. A person has at most one membership in a workspace, and an agent
 * belongs to at most one person.
 */
export class Memberships {
  readonly #collection: Collection<Membership>;
  readonly #runtime: ServiceRuntime;
  readonly #listTogether = createBatcher<string, readonly Membership[]>({
    key: () => '',
    maxBatch: 100,
    isConcurrent: true,
    run: (people) => this.#listByPeople(people),
  });

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#collection = runtime.collection<Membership>({
      name: 'memberships',
      schema,
      indexes: [
        { name: 'person', keys: { person_id: 1, workspace_id: 1 }, unique: true },
        { name: 'agent', keys: { workspace_id: 1, agent_id: 1 }, unique: true },
      ],
    });
  }

  /**
   * Assigns the person to an agent of a workspace. Replaces the person's previous agent and the agent's previous
   * person.
   */
  async add({ workspace_id, person_id, agent_id }: Pick<Membership, 'workspace_id' | 'person_id' | 'agent_id'>) {
    const records = this.#collection.in(liveTenant(workspace_id));
    await records.delete({ agent_id, person_id: { $ne: person_id } });
    const membership = { id: newId('member'), version: 1, workspace_id, person_id, agent_id };
    try {
      await records.insert([{ ...membership, created_at: this.#runtime.clock() }]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await records.update({ person_id }, { $set: { agent_id }, $inc: { version: 1 } });
    }
  }

  /**
   * Assigns the person to the agent within a transaction. Replaces the person's previous agent and the agent's previous
   * person. Resolves to the person's previous agent, or null. Pass the time of the transaction's entries, because from
   * then on the workspace's audit log includes events of the account.
   */
  async join(
    session: TransactionSession,
    {
      workspace_id,
      person_id,
      agent_id,
      created_at,
    }: Pick<Membership, 'workspace_id' | 'person_id' | 'agent_id' | 'created_at'>,
  ): Promise<string | null> {
    const records = this.#collection.in(liveTenant(workspace_id));
    const before = await records.findOne({ person_id }, session);
    await records.delete({ $or: [{ agent_id }, { person_id }] }, session);
    const membership = { id: newId('member'), version: 1, workspace_id, person_id, agent_id };
    await records.insert([{ ...membership, created_at }], session);
    return before && before.agent_id !== agent_id ? before.agent_id : null;
  }

  /**
   * Locks the person's own records in a workspace until the transaction ends. A concurrent transaction conflicts and is
   * retried.
   */
  async lock({ workspaceId }: Pick<Tenant, 'workspaceId'>, personId: string, session: ClientSession): Promise<void> {
    const records = this.#collection.in(liveTenant(workspaceId));
    await records.update({ person_id: personId }, { $inc: { 'derived.locks': 1 } }, session);
  }

  /** Finds the agent that the person is assigned to in a workspace, or null. */
  async findAgent(workspaceId: string, personId: string): Promise<string | null> {
    const found = await this.#collection.in(liveTenant(workspaceId)).findOne({ person_id: personId });
    return found?.agent_id ?? null;
  }

  /** Finds the person who is assigned to the agent, or null. */
  async findPerson(workspaceId: string, agentId: string): Promise<string | null> {
    const found = await this.#collection.in(liveTenant(workspaceId)).findOne({ agent_id: agentId });
    return found?.person_id ?? null;
  }

  /** Checks whether a person is assigned to the agent. */
  async hasAgent(workspaceId: string, agentId: string): Promise<boolean> {
    return (await this.findPerson(workspaceId, agentId)) !== null;
  }

  /** Removes the membership of the agent. */
  async removeAgent(workspaceId: string, agentId: string): Promise<void> {
    await this.#collection.in(liveTenant(workspaceId)).delete({ agent_id: agentId });
  }

  /** Lists all memberships of the workspace. */
  listByWorkspace({ workspaceId }: Pick<Tenant, 'workspaceId'>): Promise<readonly Membership[]> {
    return this.#collection.in(liveTenant(workspaceId)).find({}, { hint: 'agent' });
  }

  /**
   * Returns the person's workspace if there is only one; otherwise nothing. If a person has several employers, a change
   * of the account concerns none of them.
   */
  async findOnlyWorkspace(personId: string): Promise<readonly string[]> {
    const [first, ...others] = await this.listByPerson(personId);
    return first && others.length === 0 ? [first.workspace_id] : [];
  }

  /** Lists the person's memberships in all workspaces, oldest first. */
  async listByPerson(personId: string): Promise<readonly Membership[]> {
    return (await this.#listTogether(personId)).filter(({ person_id }) => person_id === personId);
  }

  #listByPeople(people: readonly string[]): Promise<readonly Membership[]> {
    const filter = { person_id: { $in: [...new Set(people)] } };
    return this.#collection.acrossWorkspaces('live').find(filter, { sort: { created_at: 1, _id: 1 } });
  }
}
