import type { Mode, Tenant } from '@plotline/kit/caller';
import type { Collection } from '@plotline/kit/mongo/collection';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/mongo/list';
import { createRecordSchema } from '@plotline/kit/mongo/record-model';
import type { Filter } from '@plotline/kit/mongo/records';
import { matchTimeRanges, type TimeRanges } from '@plotline/kit/mongo/time-ranges';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type ClientSession, Schema } from 'mongoose';
import type { Notice, NoticeReader } from '../domain/notice.js';
import { expiryIndex, removeExpired } from './remove-records.js';

export interface NoticeQuery extends ListQuery, Pick<TimeRanges, 'created_after' | 'created_before'> {
  readonly type?: readonly string[];
}

/** Age at which a notice is removed. */
export const noticeRetentionSeconds = 90 * 24 * 3_600;

/** The notices for the reader. */
function matchReader({ scopes, actorId }: NoticeReader): Filter {
  return { recipient: { $in: [null, actorId] }, ...(scopes && { scope: { $in: [...scopes] } }) };
}

/** The notices of workspaces. */
export class Notices {
  readonly #collection: Collection<Notice>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<Notice>({
      name: 'notices',
      schema: createRecordSchema({
        type: { type: String },
        message: String,
        subject: { type: { type: String }, id: String },
        data: Schema.Types.Mixed,
        scope: String,
        recipient: String,
        created_at: Date,
        updated_at: Date,
        lead_id: String,
      }),
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'type', keys: { workspace_id: 1, type: 1, created_at: -1, _id: -1 } },
        {
          name: 'lead',
          keys: { workspace_id: 1, lead_id: 1 },
          partialFilterExpression: { lead_id: { $exists: true } },
        },
        expiryIndex,
      ],
    });
  }

  /** Stores a notice within the transaction of what it tells of. */
  addWith(tenant: Tenant, notice: Notice, session: ClientSession): Promise<void> {
    return this.#collection.in(tenant).insert([notice], session);
  }

  /** Stores a notice, unless one of that id is there. */
  async addOnce(tenant: Tenant, notice: Notice): Promise<void> {
    await this.#collection.in(tenant).insertMissing([notice]);
  }

  /** A page of the notices for the reader. */
  list(tenant: Tenant, reader: NoticeReader, query: NoticeQuery): Promise<Listed<Notice>> {
    const { type } = query;
    const records = this.#collection.in(tenant);
    const base = { ...matchTimeRanges(query), ...matchReader(reader) };
    const sorted = { ...query, sort: 'created_at' };
    if (!type) return listRecords(records, base, sorted, { hint: 'created_at' });
    const [only] = type;
    if (type.length === 1) return listRecords(records, { ...base, type: only }, sorted, { hint: 'type' });
    const branches = { filters: type.map((one) => ({ ...base, type: one })), hint: 'type' };
    const filter = { ...base, type: { $in: [...type] } };
    return listRecords(records, filter, sorted, { hint: 'created_at', countHint: 'type', branches });
  }

  /** The number of notices for the reader since a time, counted up to a limit. */
  countSince(tenant: Tenant, reader: NoticeReader, since: Date | null, limit: number): Promise<number> {
    const filter = { ...(since && { created_at: { $gt: since } }), ...matchReader(reader) };
    return this.#collection.in(tenant).count(filter, { hint: 'created_at', limit });
  }

  /** Removes the answers from up to `limit` notices that may have the lead's data. Resolves to how many it found. */
  async redactBatch(tenant: Tenant, leadId: string, now: Date, limit: number): Promise<number> {
    const records = this.#collection.in(tenant);
    const found = await records.find({ lead_id: leadId }, { limit, hint: 'lead' });
    const update = {
      $set: { 'data.last_answer.response_body': null, updated_at: now },
      $unset: { lead_id: true },
      $inc: { version: 1 },
    };
    for (const { id } of found) await records.update({ _id: id }, update);
    return found.length;
  }

  /** Removes up to `limit` notices that were recorded before, the oldest first. Resolves to how many it found. */
  removeBefore(mode: Mode, before: Date, limit: number): Promise<number> {
    return removeExpired(this.#collection.acrossWorkspaces(mode), before, limit);
  }
}
