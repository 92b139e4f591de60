import { timingSafeEqual } from 'node:crypto';
import { type Answer, created } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { createToken, type Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import { type ChangedRecord, changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { hashSecret, hashSecretByEach } from '../../directory/store/hashing.js';
import { liveTenant } from '../../directory/store/tenants.js';
import type { Client, ClientSettings } from '../model/client.js';
import type { Grants } from './grants.js';

const schema = createRecordSchema({
  name: String,
  redirect_uris: [String],
  scopes: [String],
  secret_hash: String,
  secret_hash_key_id: String,
  created_at: Date,
  updated_at: Date,
});

const clientPaths = { paths: [{ index: 'created_at' }] };

type SecretHash = Pick<Client, 'secret_hash' | 'secret_hash_key_id'>;

/** A change of a client. `decide` returns the same object to change nothing. */
export interface ClientChange<A extends Answer> {
  readonly entry: Pick<EntryInput, 'type' | 'description'>;
  readonly decide: (client: Client, at: Date) => Client;
  readonly toAnswer: (client: Client) => A;
}

/** Resolves to the result of `write`. Rejects with CONFLICT if another client in the workspace has the name. */
async function refuseTakenName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isDuplicateKey(error) ? conflict('The workspace has another app with this name.') : error;
  }
}

/** OAuth clients, with one record for both modes, in the live database. Names are unique in a workspace. */
export class Clients {
  readonly #collection: Collection<Client>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;
  readonly #grants: Grants;

  constructor(runtime: ServiceRuntime, hashKeys: Keyring, grants: Grants) {
    this.#runtime = runtime;
    this.#hashKeys = hashKeys;
    this.#grants = grants;
    this.#collection = runtime.collection<Client>({
      name: 'clients',
      schema,
      indexes: [
        { name: 'name', keys: { workspace_id: 1, name: 1 }, unique: true },
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
      ],
    });
  }

  /** Creates a secret. Returns null for a public client. */
  createSecret(confidential: boolean): string | null {
    return confidential ? createToken('pl_secret_') : null;
  }

  /** Returns the stored fields that are derived from a secret. */
  hashSecret(secret: string | null): SecretHash {
    if (secret === null) return { secret_hash: null, secret_hash_key_id: null };
    const { id, secret: key } = this.#hashKeys.current;
    return { secret_hash: hashSecret(secret, key), secret_hash_key_id: id };
  }

  /**
   * Finds the client with that id in any workspace, because requests to the authorization server contain only the
   * client id.
   */
  find(id: string): Promise<Owned<Client> | null> {
    return this.#collection.acrossWorkspaces('live').get(id);
  }

  /** Finds the client with that id in the workspace, or null. */
  get({ workspaceId }: Tenant, id: string): Promise<Client | null> {
    return this.#in(workspaceId).get(id);
  }

  async list({ workspaceId }: Tenant, query: ListQuery): Promise<Listed<Client>> {
    const records = this.#in(workspaceId);
    return listRecords(records, await planList(records, clientPaths, { filter: {}, sort: query.sort }), query);
  }

  #in(workspaceId: string) {
    return this.#collection.in(liveTenant(workspaceId));
  }

  /** Stores a new client, and the response for an Idempotency-Key. Rejects with CONFLICT if the name is taken. */
  async add(command: Command, client: Client, answer: Answer): Promise<void> {
    const write = async (session: ClientSession) => {
      await this.#in(command.caller.workspaceId).insert([client], session);
      const description = `App ${client.name} was registered.`;
      return { entries: [{ subject: client.id, type: 'created', description, events: [] }], answer };
    };
    await refuseTakenName(this.#runtime.journal.commit(command, write, client.created_at));
  }

  /**
   * Changes a client. Rejects with NOT_FOUND, with the errors of `decide`, and with CONFLICT if the new name is taken.
   */
  change<A extends Answer>(
    command: Command,
    id: string,
    { entry, decide, toAnswer }: ClientChange<A>,
  ): Promise<ChangedRecord<Client, A>> {
    const changed = changeRecord({
      collection: this.#collection,
      journal: this.#runtime.journal,
      command,
      id,
      decide: (before, at) => {
        const record = decide(before, at);
        return { record, entries: record === before ? [] : [{ ...entry, subject: id, events: [] }] };
      },
      toAnswer,
    });
    return refuseTakenName(changed);
  }

  /** Deletes a client and ends all its grants. `check` may throw to prevent this. Rejects with NOT_FOUND. */
  async delete(command: Command, id: string, check: (client: Client) => void): Promise<void> {
    const records = this.#in(command.caller.workspaceId);
    await this.#runtime.journal.commit(command, async (session, { at }) => {
      const client = await records.get(id, session);
      if (!client) throw notFound();
      check(client);
      await records.delete({ _id: id }, session);
      const events = await this.#grants.endAll(id, at, session);
      const entry = { subject: id, type: 'deleted', description: `App ${client.name} was deleted.`, events };
      return { entries: [entry], answer: { status: 204 } };
    });
  }

  /** Checks whether the secret belongs to the client. Returns false for a public client. */
  matchesSecret({ secret_hash }: Client, secret: string): boolean {
    if (secret_hash === null) return false;
    const stored = Buffer.from(secret_hash);
    return hashSecretByEach(secret, this.#hashKeys).some((hash) => timingSafeEqual(stored, Buffer.from(hash)));
  }

  /** Hashes the client's secret again with the current key of this service, unless its hash already uses this key. */
  async renewHash(client: Owned<Client>, secret: string): Promise<void> {
    const { id, secret_hash, secret_hash_key_id, workspace_id } = client;
    if (secret_hash_key_id === this.#hashKeys.current.id) return;
    await this.#in(workspace_id).update({ _id: id, secret_hash }, { $set: this.hashSecret(secret) });
  }

  /**
   * Stores the client. If a client with this name exists, updates its addresses, scopes and secret. The response
   * contains the id and a confidential client's secret. The response is stored encrypted for up to a day, so that an
   * identical request gets it again.
   */
  async register(command: Command, client: ClientSettings, confidential: boolean): Promise<Answer> {
    const secret = this.createSecret(confidential);
    const hashed = this.hashSecret(secret);
    const records = this.#in(command.caller.workspaceId);
    const store = async (session: ClientSession, at: Date): Promise<string> => {
      const { name, redirect_uris, scopes } = client;
      const update = { $set: { redirect_uris, scopes, ...hashed, updated_at: at }, $inc: { version: 1 } };
      const existing = await records.findAndUpdate({ name }, update, { session });
      if (existing) return existing.id;
      const id = newId('app');
      await records.insert([{ ...client, id, version: 1, ...hashed, created_at: at, updated_at: at }], session);
      return id;
    };
    const register = async () => {
      const { answer } = await this.#runtime.journal.commit(command, async (session, { at }) => {
        const id = await store(session, at);
        const description = `App ${client.name} was registered.`;
        const entry = { subject: id, type: 'registered', description, events: [] };
        return { entries: [entry], answer: created({ id, secret: secret ?? '' }) };
      });
      return answer;
    };
    // If two requests create the client at the same time, the later request updates it.
    return retryOnConflict(register, { isConflict: isDuplicateKey });
  }

  /** Counts the clients whose hash uses the current secret, and the clients whose hash uses an older one. */
  async countHashes(): Promise<{ readonly current: number; readonly other: number }> {
    const records = this.#collection.acrossWorkspaces('live');
    const confidential = { secret_hash: { $ne: null } };
    const { id } = this.#hashKeys.current;
    const [current, other] = await Promise.all([
      records.count({ ...confidential, secret_hash_key_id: id }),
      records.count({ ...confidential, secret_hash_key_id: { $ne: id } }),
    ]);
    return { current, other };
  }
}
