import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { diff, type EventInput } from '@plotline/kit/store/journal/entry';
import {
  type AccessPaths,
  matchAny,
  matchTimeRanges,
  type TimeRanges,
  timeRanges,
} from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import { type ChangedRecord, changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Owned } from '@plotline/kit/store/records/records';
import type { WorkspaceLocks } from '@plotline/kit/store/workspace-locks';
import type { ProviderCategory, ProviderName } from '../../vendors/model/provider.js';
import type { Circuit } from '../model/circuit.js';
import type { Connection, ConnectionError, ConnectionStatus } from '../model/connection.js';
import { maxConnections } from '../model/connection.js';
import { toSettingsJson } from '../model/connection-json.js';
import { connectionSchema } from './connection-schema.js';

/** Validated query parameters for listing connections. */
export interface ConnectionQuery extends ListQuery, TimeRanges {
  readonly provider?: readonly string[];
  readonly category?: readonly string[];
  readonly status?: readonly ConnectionStatus[];
}

/** A change of a connection, with its journal entry. */
export interface ConnectionChange<A extends Answer | undefined> {
  readonly type: string;
  readonly description: string;
  /** Decides the new state. Must be pure; may throw a Problem. Returns the connection itself when nothing changes. */
  readonly decide: (connection: Connection, at: Date) => Connection;
  readonly toEvents?: (connection: Connection) => readonly EventInput[];
  readonly toAnswer: (connection: Connection) => A;
}

const paths: AccessPaths = {
  ranges: [timeRanges],
  paths: [{ index: 'created_at' }, { index: 'updated_at', order: 'updated_at', counts: [{ index: 'created_at' }] }],
};

/** Connections of workspaces. */
export class Connections {
  readonly #collection: Collection<Connection>;
  readonly #journal: ServiceRuntime['journal'];
  readonly #locks: WorkspaceLocks;

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>, locks: WorkspaceLocks) {
    this.#journal = runtime.journal;
    this.#locks = locks;
    this.#collection = runtime.collection<Connection>({
      name: 'connections',
      schema: connectionSchema,
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
        { name: 'hook_hash', keys: { hook_hash: 1 }, unique: true },
      ],
      // Reset treats connections like webhooks, so vendors need no new address afterwards.
      reset: 'kept',
    });
  }

  /** Stores a new connection with its answer. Rejects with CONFLICT when the workspace has too many. */
  async add(command: Command, connection: Connection, answer: Answer): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    await this.#journal.commit(
      command,
      async (session) => {
        await this.#locks.acquire(caller, session);
        if ((await records.count({}, { limit: maxConnections, session })) >= maxConnections) {
          const message = `A workspace can have ${maxConnections} connections. Delete one first.`;
          throw conflict(message, 'connection_limit_reached', { limit: maxConnections });
        }
        await records.insert([connection], session);
        const description = `The connection to ${connection.provider} was created.`;
        return { entries: [{ subject: connection.id, type: 'created', description, events: [] }], answer };
      },
      connection.created_at,
    );
  }

  get(tenant: Tenant, id: string): Promise<Connection | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Returns the connection. Rejects with NOT_FOUND. */
  async getExisting(tenant: Tenant, id: string): Promise<Connection> {
    const connection = await this.get(tenant, id);
    if (!connection) throw notFound();
    return connection;
  }

  /** Returns the connection whose hook has this token hash, and its workspace. Null if there is none. */
  findByHook(mode: Mode, hookHash: string): Promise<Owned<Connection> | null> {
    return this.#collection.acrossWorkspaces(mode).findOne({ hook_hash: hookHash });
  }

  /** Lists the active connections to providers of a category, oldest first. */
  listActive(tenant: Tenant, category: ProviderCategory): Promise<Connection[]> {
    const options = { sort: { created_at: 1, _id: 1 }, limit: maxConnections } as const;
    return this.#collection.in(tenant).find({ category, status: 'active' }, options);
  }

  /** Lists the connections to the given providers. */
  listOf(tenant: Tenant, providers: readonly ProviderName[]): Promise<Connection[]> {
    return this.#collection.in(tenant).find({ provider: { $in: [...providers] } }, { limit: maxConnections });
  }

  async list(tenant: Tenant, query: ConnectionQuery): Promise<Listed<Connection>> {
    const records = this.#collection.in(tenant);
    const { provider, category, status } = query;
    const filter = {
      ...(provider && { provider: matchAny(provider) }),
      ...(category && { category: matchAny(category) }),
      ...(status && { status: matchAny(status) }),
      ...matchTimeRanges(query),
    };
    const plan = await planList(records, paths, { filter, sort: query.sort });
    return listRecords(records, plan, query);
  }

  /** Applies a decision and writes its journal entry. Rejects with NOT_FOUND. */
  change<A extends Answer | undefined>(
    command: Command,
    id: string,
    { type, description, decide, toEvents, toAnswer }: ConnectionChange<A>,
  ): Promise<ChangedRecord<Connection, A>> {
    return changeRecord<Connection, A>({
      collection: this.#collection,
      journal: this.#journal,
      command,
      id,
      decide: (before, at) => {
        const record = decide(before, at);
        if (record === before) return { record, entries: [] };
        const changes = diff(toSettingsJson(before), toSettingsJson(record));
        const events = toEvents?.(record) ?? [];
        return { record, entries: [{ subject: id, type, description, changes, events }] };
      },
      toAnswer,
    });
  }

  /**
   * Records the outcome of the last call; `error` is null after a success. Keeps `version`, because only changes by
   * people count.
   */
  async recordOutcome(tenant: Tenant, id: string, at: Date, error: ConnectionError | null): Promise<void> {
    const $set = error ? { last_error: error } : { last_success_at: at };
    await this.#collection.in(tenant).update({ _id: id }, { $set });
  }

  /** Stores the circuit's state. Keeps `version`, because only changes by people count. */
  async setCircuit(tenant: Tenant, id: string, circuit: Circuit | null): Promise<void> {
    await this.#collection.in(tenant).update({ _id: id }, { $set: { circuit } });
  }

  /** Deletes a connection unless `check` throws. Rejects with NOT_FOUND. */
  async delete(command: Command, id: string, check: (connection: Connection) => void): Promise<void> {
    const records = this.#collection.in(command.caller);
    await this.#journal.commit(command, async (session, time) => {
      const connection = await records.get(id, session);
      if (!connection) throw notFound();
      time.after(connection);
      check(connection);
      if ((await records.delete({ _id: id }, session)) === 0) throw notFound();
      const description = `The connection to ${connection.provider} was deleted.`;
      return { entries: [{ subject: id, type: 'deleted', description, events: [] }] };
    });
  }
}
