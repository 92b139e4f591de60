import { type Answer, noContent } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { diff, type EntryInput } from '@plotline/kit/store/journal/entry';
import { type AccessPaths, matchTimeRanges, type TimeRanges, timeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import { changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { WorkspaceLocks } from '@plotline/kit/store/workspace-locks';
import { type DocumentTemplate, maxTemplates, toTemplateJson } from '../model/template.js';

/** Validated query parameters for listing templates. */
export type TemplateQuery = ListQuery & TimeRanges;

const paths: AccessPaths = {
  ranges: [timeRanges],
  paths: [{ index: 'created_at' }, { index: 'updated_at', order: 'updated_at', counts: [{ index: 'created_at' }] }],
};

function describe(template: DocumentTemplate, type: string, verb: string, before?: DocumentTemplate): EntryInput {
  const changes = before && diff(toTemplateJson(before), toTemplateJson(template));
  const description = `The document template “${template.name}” was ${verb}.`;
  return { subject: template.id, type, description, ...(changes && { changes }), events: [] };
}

/** Document templates of workspaces. */
export class DocumentTemplates {
  readonly #collection: Collection<DocumentTemplate>;
  readonly #journal: ServiceRuntime['journal'];
  readonly #locks: WorkspaceLocks;

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>, locks: WorkspaceLocks) {
    this.#journal = runtime.journal;
    this.#locks = locks;
    this.#collection = runtime.collection<DocumentTemplate>({
      name: 'document_templates',
      schema: createRecordSchema({ name: String, body: String, created_at: Date, updated_at: Date }),
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
      ],
    });
  }

  get(tenant: Tenant, id: string): Promise<DocumentTemplate | null> {
    return this.#collection.in(tenant).get(id);
  }

  async list(tenant: Tenant, query: TemplateQuery): Promise<Listed<DocumentTemplate>> {
    const records = this.#collection.in(tenant);
    return listRecords(
      records,
      await planList(records, paths, { filter: matchTimeRanges(query), sort: query.sort }),
      query,
    );
  }

  /** Stores a new template. Rejects with CONFLICT if the workspace has too many templates. */
  async add(
    command: Command,
    create: (now: Date) => DocumentTemplate,
    toAnswer: (template: DocumentTemplate) => Answer,
  ): Promise<Answer> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { answer } = await this.#journal.commit(command, async (session, time) => {
      await this.#locks.acquire(caller, session);
      if ((await records.count({}, { limit: maxTemplates, session })) >= maxTemplates) {
        const message = `A workspace can have ${maxTemplates} document templates. Delete one first.`;
        throw conflict(message, 'document_template_limit_reached', { limit: maxTemplates });
      }
      const template = create(time.at);
      await records.insert([template], session);
      return { entries: [describe(template, 'created', 'created')], answer: toAnswer(template) };
    });
    return answer;
  }

  /** Applies a decision to a template. Rejects with NOT_FOUND, or with the error that `decide` throws. */
  async change(
    command: Command,
    id: string,
    decide: (template: DocumentTemplate, now: Date) => DocumentTemplate,
    toAnswer: (template: DocumentTemplate) => Answer,
  ): Promise<Answer> {
    const { answer } = await changeRecord({
      collection: this.#collection,
      journal: this.#journal,
      command,
      id,
      decide: (before, now) => {
        const after = decide(before, now);
        return { record: after, entries: after === before ? [] : [describe(after, 'field_update', 'changed', before)] };
      },
      toAnswer,
    });
    return answer;
  }

  /**
   * Deletes a template unless `check` throws. Keeps the documents that were created from it. Rejects with NOT_FOUND.
   */
  async delete(command: Command, id: string, check: (template: DocumentTemplate) => void): Promise<Answer> {
    const records = this.#collection.in(command.caller);
    const { answer } = await this.#journal.commit(command, async (session) => {
      const template = await records.get(id, session);
      if (!template) throw notFound();
      check(template);
      await records.delete({ _id: id }, session);
      return { entries: [describe(template, 'deleted', 'deleted')], answer: noContent() };
    });
    return answer;
  }
}
