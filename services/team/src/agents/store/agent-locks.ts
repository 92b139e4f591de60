import type { Tenant } from '@plotline/kit/core/caller';
import { conflict, invalid } from '@plotline/kit/core/errors';
import type { Clock } from '@plotline/kit/core/time';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { lockRecord } from '../../teams/store/lock-record.js';
import type { Teams } from '../../teams/store/teams.js';
import { type Agent, removesActiveOwner } from '../model/agent.js';
import { type Reassignment, unavailableAssignee } from '../model/reassignment.js';
import type { Reassignments } from './reassignments.js';

interface LockOptions {
  readonly teams: Pick<Teams, 'lock'>;
  readonly reassignments: Reassignments;
  readonly clock: Clock;
}

interface AgentChange {
  readonly before: Agent;
  readonly after: Agent;
}

/** Locks the records that a change of an agent depends on, so that no concurrent transaction changes them. */
export class AgentLocks {
  readonly #agents: Collection<Agent>;
  readonly #options: LockOptions;

  constructor(agents: Collection<Agent>, options: LockOptions) {
    this.#agents = agents;
    this.#options = options;
  }

  /**
   * Locks the other records that a change depends on: the new team, another active owner, the assignee. If two changes
   * each rely on the owner that the other removes, the second change is decided again. Rejects with CONFLICT when the
   * workspace would lose its last active owner. Rejects with VALIDATION_ERROR for an unknown team, or an assignee who
   * is unknown or inactive.
   */
  async lockDependencies(
    tenant: Tenant,
    { before, after }: AgentChange,
    reassignment: Reassignment | undefined,
    session: ClientSession,
  ): Promise<void> {
    const { teams, reassignments, clock } = this.#options;
    if (after.team_id !== null && after.team_id !== before.team_id) await teams.lock(tenant, after.team_id, session);
    if (removesActiveOwner(before, after)) await this.#lockOwner(tenant, session);
    if (reassignment) await this.startReassignment(tenant, reassignment, session);
    if (before.status === 'inactive' && after.status !== 'inactive') {
      await reassignments.end(tenant, after.id, clock(), session);
    }
  }

  async #lockOwner(tenant: Tenant, session: ClientSession): Promise<void> {
    if (await this.lock(tenant, { role: 'owner', status: 'active' }, session)) return;
    const message = 'The workspace would have no active owner. Make someone else an owner first.';
    throw conflict(message, 'last_active_owner');
  }

  /** Reads the clock after both agents are locked, so that the time is later than all their earlier changes. */
  async startReassignment(tenant: Tenant, reassignment: Reassignment, session: ClientSession): Promise<void> {
    const assignee = { _id: reassignment.assignee_id, status: { $ne: 'inactive' } };
    if (!(await this.lock(tenant, assignee, session))) throw invalid(unavailableAssignee);
    await this.#options.reassignments.start(tenant, reassignment, this.#options.clock(), session);
  }

  /** Locks one matching agent. Resolves to false when none matches. */
  lock(tenant: Tenant, filter: Filter, session: ClientSession): Promise<boolean> {
    return lockRecord(this.#agents.in(tenant), filter, session);
  }
}
