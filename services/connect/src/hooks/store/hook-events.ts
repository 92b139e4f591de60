import type { Answer } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { DeferredJobs, resumeIndex } from '@plotline/kit/tasks/deferred-jobs';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import type { HookEvent } from '../model/hook-event.js';

/** Events of vendors. Each is a deferred job that is due immediately, after failures, and at the end of its 30 days. */
export class HookEvents {
  readonly jobs: DeferredJobs<HookEvent>;
  readonly #journal: ServiceRuntime['journal'];

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>, suspensions?: Suspensions) {
    this.#journal = runtime.journal;
    this.jobs = new DeferredJobs(
      runtime.collection<HookEvent>({
        name: 'hook_events',
        schema: createRecordSchema({
          connection_id: String,
          provider: String,
          vendor_event_id: String,
          type: String,
          payload: String,
          status: String,
          attempts: Number,
          resume_at: Date,
          created_at: Date,
        }),
        indexes: [
          resumeIndex,
          {
            name: 'vendor_event_id',
            keys: { workspace_id: 1, connection_id: 1, vendor_event_id: 1 },
            unique: true,
          },
        ],
      }),
      suspensions,
    );
  }

  /** Stores an event, unless the connection has it already. Resolves to whether it was new. */
  async add(tenant: Tenant, event: HookEvent): Promise<boolean> {
    const isNew = await this.jobs.collection.in(tenant).insertMissing([event]);
    if (isNew) this.jobs.announce();
    return isNew;
  }

  /** Returns the connection's event with a vendor's id. Null if there is none. */
  findByVendorId(tenant: Tenant, connectionId: string, vendorEventId: string): Promise<HookEvent | null> {
    const filter = { connection_id: connectionId, vendor_event_id: vendorEventId };
    return this.jobs.collection.in(tenant).findOne(filter);
  }

  /** Makes the waiting events of a connection due, because the connection is active again. */
  async wake(tenant: Tenant, connectionId: string, now: Date): Promise<void> {
    const filter = { connection_id: connectionId, status: 'queued' };
    const update = { $set: { resume_at: now }, $inc: { version: 1 } };
    await this.jobs.collection.in(tenant).updateMany(filter, update);
    this.jobs.announce();
  }

  /** Makes an event due if it failed or was flagged. Rejects with CONFLICT otherwise. */
  async retry(command: Command, connectionId: string, id: string, callId: string, answer: Answer): Promise<void> {
    const { caller } = command;
    await this.#journal.commit(command, async (session, { at }) => {
      const filter = { _id: id, connection_id: connectionId, status: { $in: ['failed', 'flagged'] } };
      const update = { $set: { status: 'queued', attempts: 0, resume_at: at }, $inc: { version: 1 } };
      if (!(await this.jobs.collection.in(caller).update(filter, update, session))) {
        throw conflict('The event is processed, or waits for its turn.', 'call_not_repeatable', { call_id: callId });
      }
      const description = 'A call was retried.';
      return { entries: [{ subject: connectionId, type: 'call_retried', description, events: [] }], answer };
    });
    this.jobs.announce();
  }
}
