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

/** What is committed together with a change of a person. */
export interface Beside {
  readonly events: readonly EventInput[];
  readonly write: (session: ClientSession, at: Date) => Promise<void>;
}

/** What becomes of a person, and what the journal says of it; null when nothing changes. */
export type PersonChange = {
  readonly person: Person;
  readonly type: string;
  readonly description: string;
  /** The workspaces whose audit log tells of it; of somebody who works in one workspace, that one unless given. */
  readonly workspaceIds?: readonly string[];
  readonly beside?: Beside;
} | null;

/** People: one record for both modes and all workspaces, in the live database. The address is unique. */
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

  /** The people among the ids that exist, by id. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const found = await this.#collection.in(directory).find({ _id: { $in: [...ids] } });
    return new Map(found.map((person) => [person.id, person]));
  }

  /** The person of that address, which is in lower case. */
  findByEmail(email: string): Promise<Person | null> {
    return this.#collection.in(directory).findOne({ email });
  }

  /** Adds a person within a transaction. Fails by a duplicate key when another has the address. */
  async add(session: TransactionSession, person: Person): Promise<void> {
    await this.#collection.in(directory).insert([person], session);
  }

  /** The person of that address; one who is new gets the name, and has no password and an address that is not confirmed. */
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
   * Whether password and second factor are still those that were proven, within a transaction; the record is written, so that of this
   * transaction and one that changes them the later fails and is repeated. What is written is never what was there: that would be no write.
   */
  holdCredentials(session: TransactionSession, { id, password_hash, two_factor }: Person): Promise<boolean> {
    const proven = { _id: id, password_hash, 'two_factor.confirmed_at': two_factor?.confirmed_at ?? null };
    return this.#collection.in(directory).update(proven, { $inc: { sign_ins: 1 } }, session);
  }

  /**
   * Changes a person as `decide` says, which may throw a Problem. Rejects with NOT_FOUND, and with a duplicate key when the address
   * is another person's.
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

  /** How many people have recovery codes whose hashes that secret keys, and how many have codes of another. */
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
