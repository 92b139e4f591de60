import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { type DeferredJob, DeferredJobs, resumeIndex } from '@plotline/kit/tasks/deferred-jobs';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import type { ClientSession } from 'mongoose';
import type { EventSequences } from '../../events/store/event-sequences.js';
import { isRecording } from '../../subscriptions/model/subscription.js';
import { findNextDigest } from '../model/digest-schedule.js';
import type { Integration } from '../model/integration.js';
import type { MailDigest } from '../model/mail-digest.js';

/** Time and first event of an integration's next digest. The record has the integration's id. */
export interface ScheduledDigest extends DeferredJob {
  /**
   * Number of the last event that an earlier digest could include. For the first digest, this is the number of the last
   * event before the integration was created or activated.
   */
  readonly after: number;
  readonly since: Date;
}

function isRescheduled(before: MailDigest, after: MailDigest): boolean {
  return JSON.stringify(before.schedule) !== JSON.stringify(after.schedule);
}

/** Due times of digests. There is one record for each integration that has digests. */
export class DigestSchedules {
  readonly #collection: Collection<ScheduledDigest>;
  readonly #sequences: EventSequences;
  readonly jobs: DeferredJobs<ScheduledDigest>;

  constructor(runtime: ServiceRuntime, sequences: EventSequences, suspensions?: Suspensions) {
    this.#sequences = sequences;
    this.#collection = runtime.collection<ScheduledDigest>({
      name: 'digest_schedules',
      schema: createRecordSchema({ resume_at: Date, after: Number, since: Date }),
      indexes: [resumeIndex],
      reset: 'kept',
    });
    this.jobs = new DeferredJobs(this.#collection, suspensions);
  }

  /**
   * Stores where the next digest begins once a digest was planned, so that no event is included twice. Doesn't change
   * the due time, because the schedule may have changed in the meantime. If the digest was activated in the meantime,
   * the next digest begins at the activation.
   */
  async advance(tenant: Tenant, { id, after, since }: ScheduledDigest, next: Pick<ScheduledDigest, 'after' | 'since'>) {
    const change = { $set: { after: next.after, since: next.since } };
    await this.#collection.in(tenant).update({ _id: id, after, since }, change);
  }

  /** Lists the ids of the integrations that have digests. */
  async listIds(tenant: Tenant): Promise<string[]> {
    const found = await this.#collection.in(tenant).find({}, { projection: { _id: 1 } });
    return found.map(({ id }) => id);
  }

  /**
   * Plans the next digest of an integration that was created, activated again or rescheduled, in the transaction that
   * stores the integration.
   */
  async follow(tenant: Tenant, before: Integration | null, after: Integration, session: ClientSession): Promise<void> {
    if (after.kind !== 'mail_digest') return;
    const records = this.#collection.in(tenant);
    const { id, schedule, updated_at: since } = after;
    const resume_at = findNextDigest(schedule, since);
    if (!before) {
      const last = await this.#sequences.getLast(tenant);
      await records.insert([{ id, version: 1, resume_at, after: last, since }], session);
    } else if (before.kind === after.kind) {
      if (isRescheduled(before, after)) {
        await records.update({ _id: id }, { $set: { resume_at }, $inc: { version: 1 } }, session);
      }
      if (!isRecording(before) && isRecording(after)) {
        const last = await this.#sequences.getLast(tenant);
        await records.update({ _id: id }, { $set: { after: last, since } }, session);
      }
    }
    this.jobs.announce();
  }
}
