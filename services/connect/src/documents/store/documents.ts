import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { type AccessPaths, matchAny, matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import { type ChangedRecord, changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import { Schema } from 'mongoose';
import type { DocumentStatus, SaleDocument } from '../model/document.js';
import { toDocumentEvents } from '../model/document-json.js';
import type { DocumentJobs } from './document-jobs.js';

/** Validated query parameters for listing documents. */
export interface DocumentQuery extends ListQuery, TimeRanges {
  readonly status?: readonly DocumentStatus[];
  readonly deal_id?: string;
  readonly hold_id?: string;
  readonly lead_id?: string;
}

/** Change of a document, with its journal entry. The events are derived from it. */
export interface DocumentChange<A extends Answer | undefined> {
  readonly type: string;
  readonly description: string;
  /** Must be pure; may throw a Problem. Returns the document itself when nothing changes. */
  readonly decide: (document: SaleDocument, at: Date) => SaleDocument;
  /** Whether the change adds a task at the vendor. The task is stored in the same transaction. */
  readonly enqueues?: boolean;
  readonly toAnswer: (document: SaleDocument) => A;
}

const paths: AccessPaths = {
  paths: [
    { index: 'subject', fields: ['subject_id'] },
    { index: 'lead', fields: ['lead_id'] },
    { index: 'status', fields: ['status'], branches: 6 },
    { index: 'created_at' },
  ],
};

/** Documents of deals and holds. Transfer stores their content. */
export class Documents {
  readonly #collection: Collection<SaleDocument>;
  readonly #journal: ServiceRuntime['journal'];
  readonly #jobs: DocumentJobs;

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>, jobs: DocumentJobs) {
    this.#journal = runtime.journal;
    this.#jobs = jobs;
    this.#collection = runtime.collection<SaleDocument>({
      name: 'documents',
      schema: createRecordSchema({
        name: String,
        status: String,
        subject_type: String,
        subject_id: String,
        lead_id: String,
        template_id: String,
        signers: Schema.Types.Mixed,
        files: Schema.Types.Mixed,
        pages: Number,
        connection_id: String,
        envelope_id: String,
        message: String,
        pending: String,
        last_error: Schema.Types.Mixed,
        reason: String,
        sent_at: Date,
        viewed_at: Date,
        signed_at: Date,
        declined_at: Date,
        voided_at: Date,
        created_at: Date,
        updated_at: Date,
      }),
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'status', keys: { workspace_id: 1, status: 1, created_at: -1, _id: -1 } },
        { name: 'subject', keys: { workspace_id: 1, subject_id: 1, created_at: -1, _id: -1 } },
        { name: 'lead', keys: { workspace_id: 1, lead_id: 1, created_at: -1, _id: -1 } },
        { name: 'envelope', keys: { workspace_id: 1, envelope_id: 1 } },
      ],
    });
  }

  /** Name of the collection. */
  get name(): string {
    return this.#collection.declared.name;
  }

  /** Yields all documents of a tenant. */
  each(tenant: Tenant): AsyncGenerator<SaleDocument> {
    return this.#collection.in(tenant).each({}, { hint: 'created_at' });
  }

  /** Yields the documents with a pending task at a vendor. */
  eachPending(tenant: Tenant): AsyncGenerator<SaleDocument> {
    return this.#collection.in(tenant).each({ pending: { $ne: null } }, { hint: 'created_at' });
  }

  get(tenant: Tenant, id: string): Promise<SaleDocument | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Returns the document. Rejects with NOT_FOUND. */
  async getExisting(tenant: Tenant, id: string): Promise<SaleDocument> {
    const document = await this.get(tenant, id);
    if (!document) throw notFound();
    return document;
  }

  /** Returns the document with a vendor's envelope id. Null if there is none. */
  findByEnvelope(tenant: Tenant, connectionId: string, envelopeId: string): Promise<SaleDocument | null> {
    return this.#collection.in(tenant).findOne({ envelope_id: envelopeId, connection_id: connectionId });
  }

  /** Lists the newest sent documents of all workspaces, for the simulator of a local system. */
  listNewest(mode: Mode, limit: number): Promise<Owned<SaleDocument>[]> {
    const sent = { envelope_id: { $ne: null } };
    return this.#collection.acrossWorkspaces(mode).find(sent, { sort: { created_at: -1 }, limit });
  }

  async list(tenant: Tenant, query: DocumentQuery): Promise<Listed<SaleDocument>> {
    const records = this.#collection.in(tenant);
    const { status, deal_id, hold_id, lead_id } = query;
    const subjects = [deal_id, hold_id].filter((id) => id !== undefined);
    const filter = {
      ...(subjects.length > 0 && { subject_id: subjects.length === 1 ? subjects[0] : { $in: [] } }),
      ...(lead_id !== undefined && { lead_id }),
      ...(status && { status: matchAny(status) }),
      ...matchTimeRanges(query),
    };
    const plan = await planList(records, paths, { filter, sort: 'created_at' });
    return listRecords(records, plan, { ...query, sort: 'created_at' });
  }

  /** Stores a new document. */
  async add(command: Command, document: SaleDocument, toAnswer: (document: SaleDocument) => Answer): Promise<Answer> {
    const { answer } = await this.#journal.commit(command, async (session) => {
      await this.#collection.in(command.caller).insert([document], session);
      const description = `The document “${document.name}” was created.`;
      const entry = { subject: document.id, type: 'created', description, events: [] };
      return { entries: [entry], answer: toAnswer(document) };
    });
    return answer;
  }

  /** Applies a decision and writes its journal entry with its events. Rejects with NOT_FOUND. */
  async change<A extends Answer | undefined>(
    command: Command,
    id: string,
    { type, description, decide, enqueues = false, toAnswer }: DocumentChange<A>,
  ): Promise<ChangedRecord<SaleDocument, A>> {
    const changed = await changeRecord<SaleDocument, A>({
      collection: this.#collection,
      journal: this.#journal,
      command,
      id,
      decide: (before, at) => {
        const record = decide(before, at);
        if (record === before) return { record, entries: [] };
        const entry = { subject: id, type, description, events: toDocumentEvents(before, record) };
        if (!enqueues) return { record, entries: [entry] };
        const inTransaction = (session: Parameters<DocumentJobs['enqueue']>[3]) =>
          this.#jobs.enqueue(command.caller, id, at, session);
        return { record, entries: [entry], inTransaction };
      },
      toAnswer,
    });
    // The job is visible now, so that the worker finds it immediately.
    if (enqueues) this.#jobs.jobs.announce();
    return changed;
  }

  /** Assigns the documents of merged leads to the survivor. */
  async moveToLead(tenant: Tenant, fromIds: readonly string[], toId: string): Promise<void> {
    const update = { $set: { lead_id: toId }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ lead_id: { $in: [...fromIds] } }, update);
  }

  /** Erases the documents of a lead and their content in the journal. Transfer erases the files. */
  async eraseOfLead(command: Command, leadId: string): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const found = await records.find({ lead_id: leadId }, { projection: { _id: 1 }, hint: 'lead' });
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return;
    await this.#journal.commit(command, async (session) => {
      await records.delete({ _id: { $in: ids } }, session);
      await this.#journal.eraseAll(caller, ids, session);
      return { entries: [] };
    });
  }
}
