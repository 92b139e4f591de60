import { createBatcher } from '@plotline/kit/core/batcher';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { diff, type EventInput, previousValues } from '@plotline/kit/store/journal/entry';
import type { Journal } from '@plotline/kit/store/journal/journal';
import { changeRecord, noAnswer } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { ClientSession } from 'mongoose';
import { readPlace, readSettings, suspensionOf, type Workspace } from '../model/workspace.js';
import { liveTenant } from './tenants.js';

const schema = createRecordSchema({
  name: String,
  plan: String,
  currency: String,
  country: String,
  time_zone: String,
  hold_hours: Number,
  hold_extensions: Number,
  invoice_lead_days: Number,
  require_two_factor: Boolean,
  creation_key: String,
  is_self_made: Boolean,
  deletion_request: {
    type: { reason: String, person_id: String, person_name: String, requested_at: Date, due_at: Date },
    _id: false,
    default: undefined,
  },
  suspended_at: Date,
  suspension_reason: String,
  created_at: Date,
});

/** Journal entry of a change, and further writes in the same transaction. */
interface ChangeDescription {
  readonly type: string;
  readonly description: string;
  readonly write?: (session: ClientSession) => Promise<void>;
}

const updated: ChangeDescription = { type: 'updated', description: 'The workspace was changed.' };

/**
 * Creates the event about changed settings, for the settings that other services use. Returns nothing if none of these
 * changed.
 */
function describeUpdate(before: Workspace, after: Workspace): EventInput[] {
  const toData = (one: Workspace) => ({ id: one.id, ...readPlace(one), currency: one.currency });
  const data = toData(after);
  const previous = previousValues(diff(toData(before), data));
  return Object.keys(previous).length === 0
    ? []
    : [{ name: 'workspace.updated', version: before.version + 1, data, previous }];
}

/** Creates the event that makes other services pause or resume the work of a workspace. */
function describeSuspension(before: Workspace, after: Workspace): EventInput[] {
  const reason = suspensionOf(after);
  if ((suspensionOf(before) === null) === (reason === null)) return [];
  const data = { id: after.id, reason };
  return [{ name: reason === null ? 'workspace.resumed' : 'workspace.suspended', version: before.version + 1, data }];
}

/** Workspaces, with one record for both modes, in the live database. */
export class Workspaces {
  readonly #collection: Collection<Workspace>;
  readonly #journal: Journal;
  readonly #readTogether = createBatcher<string, ReadonlyMap<string, Workspace>>({
    key: () => '',
    maxBatch: 100,
    isConcurrent: true,
    run: (ids) => this.find(ids),
  });

  constructor(runtime: ServiceRuntime) {
    this.#journal = runtime.journal;
    this.#collection = runtime.collection<Workspace>({
      name: 'workspaces',
      schema,
      indexes: [
        { name: 'name', keys: { name: 1 } },
        {
          name: 'creation_key',
          keys: { creation_key: 1 },
          unique: true,
          partialFilterExpression: { creation_key: { $exists: true } },
        },
      ],
    });
  }

  /** Adds a workspace within a transaction. */
  async add(session: TransactionSession, workspace: Workspace): Promise<void> {
    await this.#collection.in(liveTenant(workspace.id)).insert([workspace], session);
  }

  /** Stores the workspace, or resolves to the existing workspace with that `creation_key`. */
  async getOrCreate(workspace: Workspace & { readonly creation_key: string }): Promise<Workspace> {
    try {
      await this.#collection.in(liveTenant(workspace.id)).insert([workspace]);
      return workspace;
    } catch (error) {
      const existing = await this.#collection
        .acrossWorkspaces('live')
        .findOne({ creation_key: workspace.creation_key });
      if (isDuplicateKey(error) && existing) return existing;
      throw error;
    }
  }

  /**
   * Replaces the workspace of the command's caller with the result of `decide`. `decide` returns the same object to
   * change nothing. Rejects with NOT_FOUND.
   */
  async change(
    command: Command,
    decide: (workspace: Workspace, at: Date) => Workspace,
    { type, description, write }: ChangeDescription = updated,
  ): Promise<Workspace> {
    const { caller } = command;
    const { record } = await changeRecord({
      collection: this.#collection,
      journal: this.#journal,
      command: { caller: { ...caller, mode: 'live' } },
      id: caller.workspaceId,
      decide: (before, at) => {
        const after = decide(before, at);
        if (after === before) return { record: before, entries: [] };
        const toComplete = (one: Workspace) => ({ ...one, ...readPlace(one), ...readSettings(one) });
        const changes = diff(toComplete(before), toComplete(after));
        const events = [...describeUpdate(before, after), ...describeSuspension(before, after)];
        const entry = { subject: before.id, type, description, changes, events };
        return { record: after, entries: [entry], ...(write && { inTransaction: write }) };
      },
      toAnswer: noAnswer,
    });
    return record;
  }

  /** Finds the workspaces with that name. */
  findByName(name: string): Promise<readonly Workspace[]> {
    return this.#collection.acrossWorkspaces('live').find({ name }, { hint: 'name' });
  }

  /** Iterates over the workspaces in the order of their ids, starting after `afterId`. */
  each(afterId = ''): AsyncGenerator<Workspace> {
    return this.#collection.acrossWorkspaces('live').each({ _id: { $gt: afterId } }, { hint: '_id_' });
  }

  async get(id: string): Promise<Workspace | null> {
    return (await this.#readTogether(id)).get(id) ?? null;
  }

  /** Finds the workspaces with the given ids, by id. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, Workspace>> {
    if (ids.length === 0) return new Map();
    const found = await this.#collection.acrossWorkspaces('live').find({ _id: { $in: [...ids] } });
    return new Map(found.map((workspace) => [workspace.id, workspace]));
  }
}
