import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { DeferredJobs, resumeIndex } from '@plotline/kit/tasks/deferred-jobs';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import { Schema } from 'mongoose';
import { type Email, type EmailStatus, maxQueued } from '../model/email.js';

/** Fields of an email that change. */
type EmailChange = Partial<Omit<Email, 'id' | 'version' | 'created_at'>>;

/** Emails to leads. Each is a deferred job that is due immediately, after failures, and at the end of its 45 days. */
export class Emails {
  readonly jobs: DeferredJobs<Email>;
  readonly #journal: ServiceRuntime['journal'];

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>, suspensions?: Suspensions) {
    this.#journal = runtime.journal;
    this.jobs = new DeferredJobs(
      runtime.collection<Email>({
        name: 'emails',
        schema: createRecordSchema({
          lead_id: String,
          connection_id: String,
          actor: Schema.Types.Mixed,
          from: Schema.Types.Mixed,
          to: Schema.Types.Mixed,
          reply_to: String,
          subject: String,
          text: String,
          html: String,
          status: String,
          error: { type: { _id: false, code: String, message: String } },
          attempts: Number,
          is_told: Boolean,
          sent_at: Date,
          delivered_at: Date,
          opened_at: Date,
          bounced_at: Date,
          resume_at: Date,
          created_at: Date,
        }),
        indexes: [
          resumeIndex,
          { name: 'lead', keys: { workspace_id: 1, lead_id: 1 } },
          { name: 'status', keys: { workspace_id: 1, status: 1, connection_id: 1 } },
        ],
      }),
      suspensions,
    );
  }

  /** Stores a new email with its answer. Rejects with CONFLICT if too many emails wait. */
  async add(command: Command, email: Email, answer: Answer): Promise<void> {
    const records = this.jobs.collection.in(command.caller);
    await this.#journal.commit(
      command,
      async (session) => {
        const options = { limit: maxQueued, hint: 'status', session } as const;
        if ((await records.count({ status: 'queued' }, options)) >= maxQueued) {
          const message = `${maxQueued} emails wait to be sent. Try again when some are sent.`;
          throw conflict(message, 'too_many_emails', { limit: maxQueued });
        }
        await records.insert([email], session);
        const entry = { subject: email.lead_id, type: 'email_queued', description: 'An email was queued.', events: [] };
        return { entries: [entry], answer };
      },
      email.created_at,
    );
    this.jobs.announce();
  }

  get(tenant: Tenant, id: string): Promise<Email | null> {
    return this.jobs.collection.in(tenant).get(id);
  }

  /** Lists the newest emails of all workspaces, for the simulator of a local system. */
  listNewest(mode: Mode, limit: number): Promise<Email[]> {
    return this.jobs.collection.acrossWorkspaces(mode).find({}, { sort: { created_at: -1 }, limit });
  }

  /** Changes an email that is in one of the `from` states. Resolves to whether it was. */
  async change(tenant: Tenant, id: string, from: readonly EmailStatus[], $set: EmailChange): Promise<boolean> {
    const filter = { _id: id, status: { $in: [...from] } };
    const isChanged = await this.jobs.collection.in(tenant).update(filter, { $set, $inc: { version: 1 } });
    this.jobs.announce();
    return Boolean(isChanged);
  }

  /** Makes the waiting emails of a connection due, because the connection is active again. */
  async wake(tenant: Tenant, connectionId: string, now: Date): Promise<void> {
    const filter = { status: 'queued', connection_id: connectionId };
    await this.jobs.collection.in(tenant).updateMany(filter, { $set: { resume_at: now }, $inc: { version: 1 } });
    this.jobs.announce();
  }

  /** Removes the emails of erased leads. */
  async erase(tenant: Tenant, leadIds: readonly string[]): Promise<void> {
    await this.jobs.collection.in(tenant).delete({ lead_id: { $in: [...leadIds] } });
  }
}
