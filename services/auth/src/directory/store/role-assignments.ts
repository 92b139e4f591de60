import { createBatcher } from '@plotline/kit/core/batcher';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import type { RoleAssignment } from '../model/role-assignment.js';
import { liveTenant } from './tenants.js';

const schema = createRecordSchema({
  agent_version: Number,
  role: String,
  status: String,
  active_since: Date,
  deactivated_at: Date,
  sandbox_agent_id: String,
  last_active: Date,
});

/** Roles of agents, by agent. Only in the live database, because agents of the sandbox have no accounts. */
export class RoleAssignments {
  readonly #collection: Collection<RoleAssignment>;
  /** Looks up roles in batches, because the gateway requests the role of every active person once a second. */
  readonly #readTogether = createBatcher<string, ReadonlyMap<string, Owned<RoleAssignment>>>({
    key: () => '',
    maxBatch: 100,
    isConcurrent: true,
    run: (ids) => this.#findAll(ids),
  });

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<RoleAssignment>({
      name: 'role_assignments',
      schema,
      indexes: [],
      reset: 'kept',
    });
  }

  async #findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Owned<RoleAssignment>>> {
    const found = await this.#collection.acrossWorkspaces('live').find({ _id: { $in: [...new Set(ids)] } });
    return new Map(found.map((assignment) => [assignment.id, assignment]));
  }

  /** Returns the role of an agent of the workspace, or null. */
  async get(workspaceId: string, agentId: string): Promise<RoleAssignment | null> {
    const found = (await this.#readTogether(agentId)).get(agentId);
    if (found?.workspace_id !== workspaceId) return null;
    const { workspace_id: _owner, ...assignment } = found;
    return assignment;
  }

  /** Returns the stored roles of the given agents of the workspace, in no particular order. */
  find(workspaceId: string, agentIds: readonly string[]): Promise<readonly RoleAssignment[]> {
    return this.#collection.in(liveTenant(workspaceId)).find({ _id: { $in: [...agentIds] } });
  }

  /**
   * Replaces the assignment `before`, which was read earlier (null if there was none). Throws VersionConflict when
   * another process has replaced it in the meantime.
   */
  async replace(workspaceId: string, before: RoleAssignment | null, after: RoleAssignment): Promise<void> {
    const records = this.#collection.in(liveTenant(workspaceId));
    if (before) await records.change(before, after);
    else if (!(await records.insertMissing([after]))) throw new VersionConflict();
  }

  /** Removes the assignment of an agent who no longer exists, unless another process has replaced it. */
  async remove(workspaceId: string, { id, version }: RoleAssignment): Promise<void> {
    await this.#collection.in(liveTenant(workspaceId)).delete({ _id: id, version });
  }

  /**
   * Stores that the person is active now, if the stored time is before `since`. Resolves to whether it was. If several
   * calls run at the same time, only one gets true.
   */
  claimActivity(workspaceId: string, agentId: string, now: Date, since: Date): Promise<boolean> {
    const due = { _id: agentId, $or: [{ last_active: null }, { last_active: { $lte: since } }] };
    return this.#collection.in(liveTenant(workspaceId)).update(due, { $set: { last_active: now } });
  }

  /** Removes the agents of the workspace's sandbox, within the transaction that resets the sandbox. */
  async forgetSandboxAgents(workspaceId: string, session: ClientSession): Promise<void> {
    const known = { sandbox_agent_id: { $ne: null } };
    const update = { $set: { sandbox_agent_id: null }, $inc: { version: 1 } };
    await this.#collection.in(liveTenant(workspaceId)).updateMany(known, update, session);
  }
}
