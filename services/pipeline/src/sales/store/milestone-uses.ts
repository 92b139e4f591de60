import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';

/**
 * Milestone of inventory for which instalments were invoiced, or that was withdrawn. The record has the id of the
 * milestone.
 */
interface MilestoneUse extends Versioned {
  /** When inventory withdrew the milestone. Absent or null while instalments may be invoiced for it. */
  readonly withdrawn_at?: Date | null;
  readonly created_at: Date;
}

const schema = createRecordSchema({ withdrawn_at: Date, created_at: Date });

/**
 * Prevents a milestone from being deleted while instalments are invoiced for it. Both transactions write the
 * milestone's record, so that one of them comes first and the other sees its result.
 */
export class MilestoneUses {
  readonly #collection: Collection<MilestoneUse>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<MilestoneUse>({ name: 'milestone_uses', schema, indexes: [] });
  }

  /**
   * Locks the milestone for a transaction that invoices instalments for it. Resolves to false if the milestone was
   * withdrawn.
   */
  async use(tenant: Tenant, milestoneId: string | undefined, now: Date, session: ClientSession): Promise<boolean> {
    if (milestoneId === undefined) return true;
    const update = { $setOnInsert: { created_at: now }, $inc: { version: 1 } };
    const options = { upsert: true, session };
    const stored = await this.#collection.in(tenant).findAndUpdate({ _id: milestoneId }, update, options);
    return !stored?.withdrawn_at;
  }

  /** Returns those of the given ids whose milestones were withdrawn. */
  async findWithdrawn(tenant: Tenant, milestoneIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (milestoneIds.length === 0) return new Set();
    const filter = { _id: { $in: [...milestoneIds] }, withdrawn_at: { $ne: null } };
    return new Set((await this.#collection.in(tenant).find(filter)).map(({ id }) => id));
  }

  /** Withdraws the milestone. Must run in a transaction that checks that no instalment was invoiced for it. */
  async withdraw(tenant: Tenant, milestoneId: string, now: Date, session: ClientSession): Promise<void> {
    const update = { $set: { withdrawn_at: now }, $setOnInsert: { created_at: now }, $inc: { version: 1 } };
    await this.#collection.in(tenant).findAndUpdate({ _id: milestoneId }, update, { upsert: true, session });
  }
}
