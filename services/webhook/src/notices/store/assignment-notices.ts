import type { Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { RecordChange } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { type Assignment, getJoinableSince, reportAssignments } from '../model/assignment-notice.js';
import { groupByAgent } from '../model/group-by-agent.js';
import type { Notice } from '../model/notice.js';
import type { NoticeChanges, NoticeWriter } from './notice-writer.js';
import type { Notices } from './notices.js';

/** Notices about leads that were assigned to the recipient. */
export class AssignmentNotices {
  readonly #writer: NoticeWriter;
  readonly #notices: Notices;

  constructor(writer: NoticeWriter, notices: Notices) {
    this.#writer = writer;
    this.#notices = notices;
  }

  /** Stores notices about a workspace's assignments. Each event is reported once, and each agent gets one notice. */
  async record(tenant: Tenant, assignments: readonly Assignment[], now: Date): Promise<void> {
    await this.#writer.writeOnce(tenant, assignments, now, (untold, session) =>
      this.#report(tenant, untold, now, session),
    );
  }

  async #report(
    tenant: Tenant,
    assignments: readonly Assignment[],
    now: Date,
    session: TransactionSession,
  ): Promise<NoticeChanges> {
    const groups = groupByAgent(assignments);
    const wanted = { recipients: [...groups.keys()], type: 'lead.assigned', after: getJoinableSince(now) } as const;
    const known = await this.#notices.findLast(tenant, wanted, session);
    const added: Notice[] = [];
    const changed: RecordChange<Notice>[] = [];
    for (const [agentId, group] of groups) {
      const before = known.get(agentId) ?? null;
      const after = reportAssignments(before, { agentId, assignments: group, id: newId('ntf'), now });
      if (before?.id === after.id) changed.push({ before, after });
      else added.push(after);
    }
    return { added, changed };
  }
}
