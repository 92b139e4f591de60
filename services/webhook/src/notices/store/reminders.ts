import type { Tenant } from '@plotline/kit/core/caller';
import { backgroundBudgetMs } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { type RecordChange, retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { runInTransaction, type TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { DeferredJobs, resumeIndex } from '@plotline/kit/tasks/deferred-jobs';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import { followRecord, type RemindedState, type Reminder } from '../model/reminder.js';

const isConflict = (error: unknown) => error instanceof VersionConflict || isDuplicateKey(error);

/** Reminders of tasks and holds. */
export class Reminders extends DeferredJobs<Reminder> {
  readonly #databases: ServiceRuntime['databases'];

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'databases'>, suspensions?: Suspensions) {
    super(
      runtime.collection<Reminder>({
        name: 'reminders',
        schema: createRecordSchema({
          kind: String,
          lead_id: String,
          property_id: String,
          title: String,
          agent_id: String,
          due_at: Date,
          changed_at: Date,
          created_at: Date,
          resume_at: Date,
        }),
        indexes: [resumeIndex, { name: 'lead', keys: { workspace_id: 1, lead_id: 1 } }],
      }),
      suspensions,
    );
    this.#databases = runtime.databases;
  }

  /** Updates reminders after changes to a workspace's records. The changes may come in any order. */
  async follow(tenant: Tenant, states: readonly RemindedState[], now: Date): Promise<void> {
    const follow = (session: TransactionSession) => this.#follow(tenant, states, now, session);
    const run = () => runInTransaction(this.#databases[tenant.mode], Date.now() + backgroundBudgetMs, follow);
    await retryOnConflict(run, { isConflict });
    this.announce();
  }

  async #follow(
    tenant: Tenant,
    states: readonly RemindedState[],
    now: Date,
    session: TransactionSession,
  ): Promise<void> {
    const records = this.collection.in(tenant);
    const inOrder = [...states].sort((one, other) => one.changedAt.getTime() - other.changedAt.getTime());
    const last = new Map(inOrder.map((state) => [state.recordId, state]));
    const found = await records.find({ _id: { $in: [...last.keys()] } }, { session });
    const known = new Map(found.map((reminder) => [reminder.id, reminder]));
    const added: Reminder[] = [];
    const changed: RecordChange<Reminder>[] = [];
    for (const state of last.values()) {
      const before = known.get(state.recordId) ?? null;
      const after = followRecord(before, state, now);
      if (after && before) changed.push({ before, after });
      else if (after) added.push(after);
    }
    await records.changeAll(changed, session);
    if (added.length > 0) await records.insertAll(added, session);
  }

  /** Moves the reminders of merged leads to the surviving lead. */
  async moveToLead(tenant: Tenant, mergedIds: readonly string[], survivorId: string): Promise<void> {
    const update = { $set: { lead_id: survivorId }, $inc: { version: 1 } };
    await this.collection.in(tenant).updateMany({ lead_id: { $in: [...mergedIds] } }, update);
  }

  /** Removes up to `limit` reminders of a lead's tasks and holds. Resolves to the number found. */
  async removeBatch(tenant: Tenant, leadId: string, limit: number): Promise<number> {
    const records = this.collection.in(tenant);
    const found = await records.find({ lead_id: leadId }, { limit, hint: 'lead', projection: { _id: 1 } });
    if (found.length > 0) await records.delete({ _id: { $in: found.map(({ id }) => id) } });
    return found.length;
  }
}
