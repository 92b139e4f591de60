import type { Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { backgroundBudgetMs } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type RecordChange, retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { ClientSession } from 'mongoose';
import type { WorkspaceLocks } from '../../subscriptions/store/workspace-locks.js';
import { type Assignment, getJoinableSince, reportAssignments } from '../model/assignment-notice.js';
import type { Notice } from '../model/notice.js';
import type { Notices } from './notices.js';
import type { ToldEvents } from './told-events.js';

export interface AssignmentNoticeStores {
  readonly runtime: Pick<ServiceRuntime, 'databases'>;
  readonly locks: WorkspaceLocks;
  readonly notices: Notices;
  readonly toldEvents: ToldEvents;
}

type Assignments = [Assignment, ...Assignment[]];

function groupByAgent(assignments: Iterable<Assignment>): ReadonlyMap<string, Assignments> {
  const groups = new Map<string, Assignments>();
  for (const assignment of assignments) {
    const group = groups.get(assignment.agentId);
    if (group) group.push(assignment);
    else groups.set(assignment.agentId, [assignment]);
  }
  return groups;
}

/** Notices about leads that were assigned to the recipient. */
export class AssignmentNotices {
  readonly #stores: AssignmentNoticeStores;

  constructor(stores: AssignmentNoticeStores) {
    this.#stores = stores;
  }

  /** Stores notices of a workspace's assignments in one transaction: each event once, and one notice for each agent. */
  async record(tenant: Tenant, assignments: readonly Assignment[], now: Date): Promise<void> {
    const database = this.#stores.runtime.databases[tenant.mode];
    const record = (session: ClientSession) => this.#record(tenant, assignments, now, session);
    await retryOnConflict(() => runInTransaction(database, Date.now() + backgroundBudgetMs, record));
  }

  async #record(tenant: Tenant, assignments: readonly Assignment[], now: Date, session: ClientSession): Promise<void> {
    const { locks, notices, toldEvents } = this.#stores;
    // Otherwise two processes could each create a first notice for the same agent.
    await locks.acquire(tenant, session);
    const ids = assignments.map(({ eventId }) => eventId);
    const untold = await toldEvents.add(tenant, ids, now, session);
    const distinct = new Map(assignments.map((one) => [one.eventId, one]));
    const missing = [...distinct.values()].filter(({ eventId }) => untold.has(eventId));
    const groups = groupByAgent(missing);
    if (groups.size === 0) return;
    const wanted = { recipients: [...groups.keys()], type: 'lead.assigned', after: getJoinableSince(now) } as const;
    const known = await notices.findLast(tenant, wanted, session);
    const added: Notice[] = [];
    const changed: RecordChange<Notice>[] = [];
    for (const [agentId, group] of groups) {
      const before = known.get(agentId) ?? null;
      const after = reportAssignments(before, { agentId, assignments: group, id: newId('ntf'), now });
      if (before?.id === after.id) changed.push({ before, after });
      else added.push(after);
    }
    await notices.store(tenant, { added, changed }, session);
  }
}
