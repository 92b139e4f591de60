import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { isWellFormedToken } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Index } from '@plotline/kit/store/indexes';
import { type AccessPaths, matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import { Schema } from 'mongoose';
import type { FiledResource, FileKind, FileOwner, FileUsage, RecordFile } from '../model/record-file.js';

/** Prefixes of the tokens in addresses of public files. */
export const tokenPrefixes: Readonly<Record<Mode, string>> = { live: 'file_live_', sandbox: 'file_test_' };

const newestFirst = { created_at: -1, _id: -1 } as const;

export const fileIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'record_id', keys: { workspace_id: 1, record_id: 1, ...newestFirst } },
  { name: 'stored_bytes', keys: { workspace_id: 1, stored_bytes: 1 } },
  { name: 'token', keys: { token: 1 }, unique: true },
];

export const filePaths: AccessPaths = {
  paths: [{ index: 'record_id', fields: ['record_id'] }, { index: 'created_at' }],
};

/** Parameters of a list of files, except those that name the record. */
export interface FileQuery extends ListQuery, Pick<TimeRanges, 'created_after' | 'created_before'> {
  readonly kind?: FileKind;
}

/** Files to list: of one record, or of all records of some kinds. */
export interface WantedFiles {
  readonly owner: FileOwner | null;
  /** Empty if no files are to be listed. */
  readonly resources: readonly FiledResource[];
}

/** Metadata of the files of records. The content is in the file store. */
export class RecordFiles {
  readonly #collection: Collection<RecordFile>;
  readonly #journal: ServiceRuntime['journal'];

  constructor(runtime: Pick<ServiceRuntime, 'journal' | 'collection'>) {
    this.#journal = runtime.journal;
    this.#collection = runtime.collection<RecordFile>({
      name: 'record_files',
      schema: createRecordSchema({
        resource: String,
        record_id: String,
        kind: String,
        name: String,
        width: Number,
        height: Number,
        variants: Schema.Types.Mixed,
        stored_bytes: Number,
        token: String,
        uploaded_by: String,
        created_at: Date,
      }),
      indexes: fileIndexes,
    });
  }

  /** Name of the collection. */
  get name(): string {
    return this.#collection.declared.name;
  }

  get(tenant: Tenant, id: string): Promise<RecordFile | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Reads one page of the files of one record or of all records. Throws VALIDATION_ERROR for a malformed cursor. */
  async list(tenant: Tenant, { owner, resources }: WantedFiles, query: FileQuery): Promise<Listed<RecordFile>> {
    const { kind } = query;
    const ofOwner = owner ? { record_id: owner.id } : {};
    const filter = { ...ofOwner, resource: { $in: [...resources] }, ...(kind && { kind }), ...matchTimeRanges(query) };
    const records = this.#collection.in(tenant);
    return listRecords(records, await planList(records, filePaths, { filter, sort: query.sort }), query);
  }

  /** Returns the file with a token, or null. */
  async find(token: string): Promise<{ readonly tenant: Tenant; readonly file: Owned<RecordFile> } | null> {
    const mode = token.startsWith(tokenPrefixes.live) ? 'live' : 'sandbox';
    if (!isWellFormedToken(token, tokenPrefixes[mode])) return null;
    const file = await this.#collection.acrossWorkspaces(mode).findOne({ token });
    return file && { tenant: { workspaceId: file.workspace_id, mode }, file };
  }

  /** Returns the stored files with these ids, from all workspaces. */
  async findExisting(mode: Mode, ids: readonly string[]): Promise<readonly Owned<RecordFile>[]> {
    return this.#collection.acrossWorkspaces(mode).find({ _id: { $in: [...ids] } });
  }

  async measure(tenant: Tenant, { id }: FileOwner): Promise<FileUsage> {
    const [filesOfRecord, bytes] = await Promise.all([
      this.#collection.in(tenant).count({ record_id: id }, { hint: 'record_id' }),
      this.sumBytes(tenant),
    ]);
    return { filesOfRecord, bytes };
  }

  /** Returns the bytes of all files of a workspace. */
  async sumBytes(tenant: Tenant): Promise<number> {
    const sum = { $group: { _id: null, bytes: { $sum: '$stored_bytes' } } };
    const [total] = await this.#collection
      .in(tenant)
      .aggregate<{ readonly bytes: number }>([sum], { hint: 'stored_bytes' });
    return total?.bytes ?? 0;
  }

  /** Stores a new file. */
  async add(command: Command, file: RecordFile, toAnswer: (file: RecordFile) => Answer): Promise<Answer> {
    const { answer } = await this.#journal.commit(command, async (session, time) => {
      const stored = { ...file, created_at: time.at };
      await this.#collection.in(command.caller).insert([stored], session);
      const description = `The file “${file.name}” was uploaded.`;
      const attributes = { resource: file.resource, record_id: file.record_id };
      const entry = { subject: file.id, type: 'uploaded', description, attributes, events: [] };
      return { entries: [entry], answer: toAnswer(stored) };
    });
    return answer;
  }

  /** Removes a file. `check` may throw. Rejects with NOT_FOUND. */
  async remove(command: Command, id: string, check: (file: RecordFile) => void): Promise<void> {
    const { caller } = command;
    await this.#journal.commit(command, async (session) => {
      const records = this.#collection.in(caller);
      const file = await records.get(id, session);
      if (!file) throw notFound();
      check(file);
      await records.delete({ _id: id }, session);
      const description = `The file “${file.name}” was deleted.`;
      const attributes = { resource: file.resource, record_id: file.record_id };
      return { entries: [{ subject: id, type: 'deleted', description, attributes, events: [] }] };
    });
  }

  /** Lists up to `limit` files of records. */
  listOfRecords(tenant: Tenant, recordIds: readonly string[], limit: number): Promise<RecordFile[]> {
    return this.#collection.in(tenant).find({ record_id: { $in: [...recordIds] } }, { hint: 'record_id', limit });
  }

  /** Moves all files of some records to another record. */
  async move(tenant: Tenant, fromIds: readonly string[], toId: string): Promise<void> {
    const update = { $set: { record_id: toId }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ record_id: { $in: [...fromIds] } }, update);
  }

  /** Erases files of records that no longer exist, including their data in the journal. */
  async erase(command: Command, ids: readonly string[]): Promise<void> {
    const { caller } = command;
    await this.#journal.commit(command, async (session) => {
      await this.#collection.in(caller).delete({ _id: { $in: [...ids] } }, session);
      await this.#journal.eraseAll(caller, ids, session);
      return { entries: [] };
    });
  }

  /** Yields all files of a workspace. */
  each(tenant: Tenant): AsyncGenerator<RecordFile> {
    return this.#collection.in(tenant).each({}, { hint: 'created_at' });
  }
}
