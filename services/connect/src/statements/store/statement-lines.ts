import type { Answer } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { type AccessPaths, matchAny, matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import { changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { WorkspaceLocks } from '@plotline/kit/store/workspace-locks';
import { Schema } from 'mongoose';
import type { LineStatus, StatementLine } from '../model/statement-line.js';

/** Validated query parameters for listing statement lines. */
export interface LineQuery extends ListQuery, TimeRanges {
  readonly status?: readonly LineStatus[];
}

/** A change of a line by a person. */
export interface LineChange<A extends Answer> {
  readonly type: string;
  readonly description: string;
  /** Must be pure; may throw a Problem. Returns the line itself when nothing changes. */
  readonly decide: (line: StatementLine, at: Date) => StatementLine;
  readonly toAnswer: (line: StatementLine) => A;
}

const paths: AccessPaths = { paths: [{ index: 'status', fields: ['status'], branches: 4 }, { index: 'created_at' }] };

/** Lines of bank statements. */
export class StatementLines {
  readonly #collection: Collection<StatementLine>;
  readonly #journal: ServiceRuntime['journal'];
  readonly #locks: WorkspaceLocks;

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>, locks: WorkspaceLocks) {
    this.#journal = runtime.journal;
    this.#locks = locks;
    this.#collection = runtime.collection<StatementLine>({
      name: 'statement_lines',
      schema: createRecordSchema({
        key: String,
        date: String,
        amount: Number,
        currency: String,
        text: String,
        status: String,
        proposal: Schema.Types.Mixed,
        payment_id: String,
        invoice_id: String,
        created_at: Date,
        updated_at: Date,
      }),
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'status', keys: { workspace_id: 1, status: 1, created_at: -1, _id: -1 } },
        { name: 'key', keys: { workspace_id: 1, key: 1 }, unique: true },
      ],
    });
  }

  /** Stores the lines that are in no earlier statement, together with the answer. */
  async addNew(
    command: Command,
    lines: readonly StatementLine[],
    toAnswer: (added: readonly StatementLine[]) => Answer,
  ): Promise<Answer> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { answer } = await this.#journal.commit(command, async (session) => {
      await this.#locks.acquire(caller, session);
      const filter = { key: { $in: lines.map(({ key }) => key) } };
      const known = new Set((await records.find(filter, { projection: { key: 1 }, session })).map(({ key }) => key));
      const added = lines.filter(({ key }) => !known.has(key));
      if (added.length > 0) await records.insertAll(added, session);
      const entries = added.map(({ id }) => {
        return { subject: id, type: 'created', description: 'The line was read from a statement.', events: [] };
      });
      return { entries, answer: toAnswer(added) };
    });
    return answer;
  }

  get(tenant: Tenant, id: string): Promise<StatementLine | null> {
    return this.#collection.in(tenant).get(id);
  }

  async list(tenant: Tenant, query: LineQuery): Promise<Listed<StatementLine>> {
    const records = this.#collection.in(tenant);
    const filter = { ...(query.status && { status: matchAny(query.status) }), ...matchTimeRanges(query) };
    const plan = await planList(records, paths, { filter, sort: 'created_at' });
    return listRecords(records, plan, { ...query, sort: 'created_at' });
  }

  /** Applies a decision and writes its journal entry. Rejects with NOT_FOUND. */
  async change<A extends Answer>(command: Command, id: string, change: LineChange<A>): Promise<A> {
    const { type, description, decide, toAnswer } = change;
    const { answer } = await changeRecord<StatementLine, A>({
      collection: this.#collection,
      journal: this.#journal,
      command,
      id,
      decide: (before, at) => {
        const record = decide(before, at);
        return { record, entries: record === before ? [] : [{ subject: id, type, description, events: [] }] };
      },
      toAnswer,
    });
    return answer;
  }
}
