import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';

/** Lead or agent whose holds changed recently. */
interface HoldGuard extends Versioned {
  readonly subject_id: string;
  /** Latest version of the lead that ended its holds; 0 if none did. */
  readonly ended_version: number;
  /** Lead that this lead was merged into. */
  readonly merged_into?: string;
  readonly seen_at: Date;
}

/** State of a lead as recorded in its guard. */
export type LeadState = Pick<HoldGuard, 'ended_version' | 'merged_into'>;

/** Reason why a lead's holds end. */
interface LeadEnding {
  readonly version: number;
  readonly mergedInto?: string;
  readonly now: Date;
}

/** Version of a deleted lead. It is later than all others. */
export const deletedVersion = Number.MAX_SAFE_INTEGER;

/**
 * Time for which guards are kept. No request that has read an earlier state of the lead or agent runs longer than this.
 */
const ttlSeconds = 24 * 3_600;

const schema = createRecordSchema({
  subject_id: String,
  ended_version: Number,
  merged_into: String,
  seen_at: Date,
});

/**
 * Records that transactions write in order to exclude each other. The guard of a lead separates transactions that
 * create its holds from transactions that end them. The guard of an agent separates transactions that add active holds
 * for the agent.
 */
export class HoldGuards {
  readonly #collection: Collection<HoldGuard>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<HoldGuard>({
      name: 'hold_guards',
      schema,
      indexes: [{ name: 'seen_at', keys: { seen_at: 1 }, expireAfterSeconds: ttlSeconds }],
      reset: { time: 'seen_at' },
    });
  }

  /**
   * Writes the guard of a lead or agent. Resolves to the known state of the lead. If another transaction writes the
   * guard at the same time, that transaction is retried.
   */
  lock(tenant: Tenant, subjectId: string, now: Date, session: TransactionSession): Promise<LeadState> {
    return this.#write(tenant, subjectId, { $set: { seen_at: now }, $max: { ended_version: 0 } }, session);
  }

  /** Stores that this version of a lead ended its holds. */
  async end(
    tenant: Tenant,
    leadId: string,
    { version, mergedInto, now }: LeadEnding,
    session: TransactionSession,
  ): Promise<void> {
    const $set = { seen_at: now, ...(mergedInto !== undefined && { merged_into: mergedInto }) };
    await this.#write(tenant, leadId, { $set, $max: { ended_version: version } }, session);
  }

  async #write(
    { workspaceId, mode }: Tenant,
    subject_id: string,
    update: object,
    session: TransactionSession,
  ): Promise<LeadState> {
    const written = await this.#collection
      .in({ workspaceId, mode })
      .findAndUpdate(
        { _id: `${workspaceId}:${subject_id}` },
        { ...update, $setOnInsert: { subject_id }, $inc: { version: 1 } },
        { upsert: true, session },
      );
    return written ?? { ended_version: 0 };
  }
}
