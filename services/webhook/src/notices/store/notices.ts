import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type AccessPaths, matchAny, matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { RecordChange } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Filter } from '@plotline/kit/store/records/records';
import { type ClientSession, Schema } from 'mongoose';
import { expiryIndex, removeExpired } from '../../events/store/remove-records.js';
import { namelessAssignment } from '../model/assignment-notice.js';
import { namelessTask } from '../model/due-notice.js';
import { dueMail, maxNotices, type Notice, type NoticeReader, type NoticeType, noticeTypes } from '../model/notice.js';

export interface NoticeQuery extends ListQuery, Pick<TimeRanges, 'created_after' | 'created_before'> {
  readonly type?: readonly NoticeType[];
}

/** Selects the latest notices of recipients. Each recipient has only a few, because `after` is a short time ago. */
interface LastNotices {
  readonly recipients: readonly string[];
  readonly type: Notice['type'];
  readonly after: Date;
}

const noticePaths: AccessPaths = {
  // Matches notices for everybody, for the person or key, and for the agent.
  paths: [{ index: 'recipient', fields: ['recipient'], branches: 3 }, { index: 'created_at' }],
};

/** Age at which a notice is removed. */
export const noticeRetentionSeconds = 30 * 24 * 3_600;

/** Number of notices beyond `maxNotices` that are removed in one batch. */
const maxTrimmed = 200;

/** Index of notices about which an email is due. */
const mailIndex = 'mail';

/** Returns the recipients whose notices the reader gets. */
function listRecipients({ actorId, agentId }: NoticeReader): (string | null)[] {
  return [null, actorId, ...(agentId === undefined ? [] : [agentId])];
}

/** Matches the notices that the reader may see. */
function matchReader(reader: NoticeReader): Filter {
  const { scopes } = reader;
  return { recipient: { $in: listRecipients(reader) }, ...(scopes && { scope: { $in: [...scopes] } }) };
}

/** Restricts a filter to notices created since the reader became a member. */
function matchTimes({ memberSince }: NoticeReader, asked: Filter): Filter {
  return memberSince ? { $and: [{ created_at: { $gte: memberSince } }, asked] } : asked;
}

/** Restricts a filter to the requested types, except those that the reader has turned off. */
function matchTypes({ hiddenTypes = [] }: NoticeReader, asked: readonly NoticeType[] | undefined): Filter {
  if (!asked && hiddenTypes.length === 0) return {};
  return { type: matchAny((asked ?? noticeTypes).filter((type) => !hiddenTypes.includes(type))) };
}

/** Returns the changes that remove a lead's data from a notice. */
function toRedaction({ type }: Notice): Filter {
  if (type === 'lead.assigned') return { message: namelessAssignment };
  if (type === 'task.due') return { message: namelessTask };
  // A notice about a hold doesn't name the lead.
  return type === 'hold.expiring' ? {} : { 'data.last_answer.response_body': null };
}

/** Notices of workspaces. */
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
        mail: String,
      }),
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'recipient', keys: { workspace_id: 1, recipient: 1, created_at: -1, _id: -1 } },
        // Only the previous release uses this index.
        { name: 'type', keys: { workspace_id: 1, type: 1, created_at: -1, _id: -1 } },
        {
          name: 'lead',
          keys: { workspace_id: 1, lead_id: 1 },
          partialFilterExpression: { lead_id: { $exists: true } },
        },
        {
          name: mailIndex,
          keys: { workspace_id: 1, recipient: 1, mail: 1 },
          partialFilterExpression: { mail: { $exists: true } },
        },
        expiryIndex,
      ],
    });
  }

  /** Stores a notice in the transaction that causes it. */
  addWith(tenant: Tenant, notice: Notice, session: ClientSession): Promise<void> {
    return this.#collection.in(tenant).insert([notice], session);
  }

  /** Stores a notice, unless a notice with the same id exists. */
  async addOnce(tenant: Tenant, notice: Notice): Promise<void> {
    await this.#collection.in(tenant).insertMissing([notice]);
  }

  /** Returns the last notice of a type since a time, by recipient. Omits recipients who have no such notice. */
  async findLast(
    tenant: Tenant,
    { recipients, type, after }: LastNotices,
    session: ClientSession,
  ): Promise<ReadonlyMap<string | null, Notice>> {
    const filter = { recipient: { $in: [...recipients] }, type, created_at: { $gt: after } };
    const found = await this.#collection.in(tenant).find(filter, { hint: 'recipient', session });
    const oldestFirst = found.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
    return new Map(oldestFirst.map((notice) => [notice.recipient, notice]));
  }

  /**
   * Stores new and changed notices, with one call for the new and one for the changed ones. Throws VersionConflict if a
   * notice was changed since it was read.
   */
  async store(
    tenant: Tenant,
    { added, changed }: { readonly added: readonly Notice[]; readonly changed: readonly RecordChange<Notice>[] },
    session: ClientSession,
  ): Promise<void> {
    const records = this.#collection.in(tenant);
    await records.changeAll(changed, session);
    await records.insertAll(added, session);
  }

  /** Returns a page of the notices that the reader may see. */
  async list(tenant: Tenant, reader: NoticeReader, query: NoticeQuery): Promise<Listed<Notice>> {
    const filter = {
      ...matchReader(reader),
      ...matchTypes(reader, query.type),
      ...matchTimes(reader, matchTimeRanges(query)),
    };
    const records = this.#collection.in(tenant);
    const plan = await planList(records, noticePaths, { filter, sort: 'created_at' });
    return listRecords(records, plan, { ...query, sort: 'created_at' });
  }

  /** Counts the notices since a time that the reader may see, up to a limit. */
  countSince(tenant: Tenant, reader: NoticeReader, since: Date | null, limit: number): Promise<number> {
    const asked = since ? { created_at: { $gt: since } } : {};
    const filter = { ...matchReader(reader), ...matchTypes(reader, undefined), ...matchTimes(reader, asked) };
    return this.#collection.in(tenant).count(filter, { hint: 'recipient', limit });
  }

  /** Removes the oldest notices of recipients who have more than the maximum. */
  async trim(tenant: Tenant, recipients: Iterable<string>): Promise<void> {
    const records = this.#collection.in(tenant);
    for (const recipient of new Set(recipients)) {
      const excess = await records.find(
        { recipient },
        {
          sort: { created_at: -1, _id: -1 },
          skip: maxNotices,
          limit: maxTrimmed,
          hint: 'recipient',
          projection: { _id: 1 },
        },
      );
      if (excess.length > 0) await records.delete({ _id: { $in: excess.map(({ id }) => id) } });
    }
  }

  /**
   * Claims the notices of a recipient that are due to be emailed, for the email with this id. Resolves to the id of the
   * email and its notices, newest first. If an earlier email was claimed but its hand-over was not confirmed, resolves
   * to that email, so that it is not sent twice.
   */
  async claimForMail(
    tenant: Tenant,
    recipient: string,
    id: string,
  ): Promise<{ readonly id: string; readonly notices: readonly Notice[] }> {
    const records = this.#collection.in(tenant);
    const claimed = { recipient, mail: { $exists: true, $ne: dueMail } };
    const [earlier] = await records.find(claimed, { limit: 1, hint: mailIndex });
    const mail = earlier?.mail ?? id;
    if (!earlier) {
      await records.updateMany({ recipient, mail: dueMail }, { $set: { mail }, $inc: { version: 1 } });
    }
    const notices = await records.find({ recipient, mail }, { limit: maxNotices, hint: mailIndex });
    const newestFirst = notices.sort((one, other) => other.created_at.getTime() - one.created_at.getTime());
    return { id: mail, notices: newestFirst };
  }

  /** Confirms that the email with this id was handed over, or is not wanted. */
  async confirmMail(tenant: Tenant, recipient: string, id: string): Promise<void> {
    const update = { $unset: { mail: true }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ recipient, mail: id }, update);
  }

  /** Removes the lead's data from up to `limit` notices. Resolves to the number of notices found. */
  async redactBatch(tenant: Tenant, leadId: string, now: Date, limit: number): Promise<number> {
    const records = this.#collection.in(tenant);
    const found = await records.find({ lead_id: leadId }, { limit, hint: 'lead' });
    for (const notice of found) {
      const $set = { ...toRedaction(notice), updated_at: now };
      await records.update(
        { _id: notice.id, lead_id: leadId },
        { $set, $unset: { lead_id: true }, $inc: { version: 1 } },
      );
    }
    return found.length;
  }

  /** Removes up to `limit` notices that were recorded before a time, oldest first. Resolves to the number found. */
  removeBefore(mode: Mode, before: Date, limit: number): Promise<number> {
    return removeExpired(this.#collection.acrossWorkspaces(mode), before, limit);
  }
}
