import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { EntryInput, EventInput } from '@plotline/kit/store/journal/entry';
import { changeRecord, noAnswer } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { ClientSession } from 'mongoose';
import { createPerson, type Person } from '../model/person.js';
import type { Memberships } from './memberships.js';
import { directory, inDirectory } from './tenants.js';

const schema = createRecordSchema({
  email: String,
  name: String,
  password_hash: String,
  email_confirmed_at: Date,
  two_factor: {
    type: {
      secret: String,
      confirmed_at: Date,
      last_step: Number,
      recovery_codes: [String],
      recovery_codes_key_id: String,
    },
    _id: false,
    default: undefined,
  },
  created_at: Date,
  updated_at: Date,
  sign_ins: Number,
});

/** Writes and events that are committed together with a change of a person. */
export interface Beside {
  readonly events: readonly EventInput[];
  readonly write: (session: ClientSession, at: Date) => Promise<void>;
}

/** A changed person, with the journal entry. Null if nothing changes. */
export type PersonChange = {
  readonly person: Person;
  readonly type: string;
  readonly description: string;
  /** Workspaces whose audit logs show the change. By default, the person's workspace if there is only one. */
  readonly workspaceIds?: readonly string[];
  readonly beside?: Beside;
} | null;

/** People, with one record for both modes and all workspaces, in the live database. Addresses are unique. */
export class People {
  readonly #collection: Collection<Person>;
  readonly #runtime: ServiceRuntime;
  readonly #memberships: Memberships;

  constructor(runtime: ServiceRuntime, memberships: Memberships) {
    this.#runtime = runtime;
    this.#memberships = memberships;
    this.#collection = runtime.collection<Person>({
      name: 'people',
      schema,
      indexes: [{ name: 'email', keys: { email: 1 }, unique: true }],
    });
  }

  get(id: string): Promise<Person | null> {
    return this.#collection.in(directory).get(id);
  }

  /** Finds the people with the given ids, by id. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const found = await this.#collection.in(directory).find({ _id: { $in: [...ids] } });
    return new Map(found.map((person) => [person.id, person]));
  }

  /** Finds the person with that address, which must be in lower case. */
  findByEmail(email: string): Promise<Person | null> {
    return this.#collection.in(directory).findOne({ email });
  }

  /** Adds a person within a transaction. Fails with a duplicate key if another person has the address. */
  async add(session: TransactionSession, person: Person): Promise<void> {
    await this.#collection.in(directory).insert([person], session);
  }

  /**
   * Finds the person with that address. If there is none, creates a person with the name, without a password and with
   * an unconfirmed address.
   */
  async getOrCreate(command: Command, { email, name }: Pick<Person, 'email' | 'name'>): Promise<Person> {
    const existing = await this.findByEmail(email);
    if (existing) return existing;
    try {
      const { result } = await this.#runtime.journal.commit(inDirectory(command), async (session, time) => {
        const person = createPerson({ email, name }, newId('user'), time.at);
        await this.#collection.in(directory).insert([person], session);
        const entry: EntryInput = {
          subject: person.id,
          type: 'created',
          description: 'The account was created.',
          events: [],
        };
        return { entries: [entry], result: person };
      });
      return result;
    } catch (error) {
      const other = isDuplicateKey(error) && (await this.findByEmail(email));
      if (other) return other;
      throw error;
    }
  }

  /**
   * Checks within a transaction that the password and the second factor have not changed since the person proved them.
   * Also increments a counter. Without a write to the record, a concurrent transaction that changes them wouldn't
   * conflict.
   */
  lockCredentials(session: TransactionSession, { id, password_hash, two_factor }: Person): Promise<boolean> {
    const proven = { _id: id, password_hash, 'two_factor.confirmed_at': two_factor?.confirmed_at ?? null };
    return this.#collection.in(directory).update(proven, { $inc: { sign_ins: 1 } }, session);
  }

  /**
   * Applies the change that `decide` returns to a person. `decide` may throw a Problem. Rejects with NOT_FOUND, and
   * with a duplicate key if another person has the address.
   */
  async change(command: Command, id: string, decide: (person: Person, at: Date) => PersonChange): Promise<Person> {
    const onlyWorkspace = await this.#memberships.findOnlyWorkspace(id);
    const { record } = await changeRecord({
      collection: this.#collection,
      journal: this.#runtime.journal,
      command: inDirectory(command),
      id,
      decide: (person, at) => {
        const change = decide(person, at);
        if (!change) return { record: person, entries: [] };
        const { type, description, workspaceIds = onlyWorkspace, beside } = change;
        const attributes = { workspace_ids: workspaceIds };
        const entry = { subject: id, type, description, attributes, events: beside?.events ?? [] };
        const record = { ...change.person, updated_at: at };
        if (!beside) return { record, entries: [entry] };
        return { record, entries: [entry], inTransaction: (session) => beside.write(session, at) };
      },
      toAnswer: noAnswer,
    });
    return record;
  }

  /**
   * Counts the people whose recovery codes are hashed with that secret, and the people whose codes use a different one.
   */
  async countRecoveryCodes(keyId: string): Promise<{ readonly current: number; readonly other: number }> {
    const records = this.#collection.in(directory);
    const withCodes = { 'two_factor.recovery_codes.0': { $exists: true } };
    const [current, other] = await Promise.all([
      records.count({ ...withCodes, 'two_factor.recovery_codes_key_id': keyId }),
      records.count({ ...withCodes, 'two_factor.recovery_codes_key_id': { $ne: keyId } }),
    ]);
    return { current, other };
  }
}
