import { createBatcher } from '@plotline/kit/core/batcher';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { notFound, Problem } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { createToken, isWellFormedToken, type Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { changeRecord, noAnswer } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema, type FindOptions } from '@plotline/kit/store/records/record-model';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Person } from '../../directory/model/person.js';
import { hashSecret, hashSecretByEach } from '../../directory/store/hashing.js';
import type { Memberships } from '../../directory/store/memberships.js';
import type { Beside, People } from '../../directory/store/people.js';
import { asPerson, directory, inDirectory } from '../../directory/store/tenants.js';
import { isOpen, type Session, sessionLifetimeMs } from '../model/session.js';

const schema = createRecordSchema({
  person_id: String,
  token_hash: String,
  created_at: Date,
  expires_at: Date,
  ended_at: Date,
  user_agent: String,
  address: String,
  workspace_ids: [String],
  last_used_at: Date,
});

const tokenPrefix = 'pl_session_';
/** Minimum time between two writes of a session's last use. */
const lastUseIntervalMs = 60_000;
/** Sessions are removed this long after their expiry. */
const retentionSeconds = 7 * 24 * 3_600;
const maxUserAgentLength = 300;
/** Maximum open sessions of a person. Starting another session ends the oldest. */
const maxOpen = 100;
/**
 * Maximum notifications to the gateways when many sessions end together. Even without a notification, the gateways
 * refuse a session within a second.
 */
const maxEvents = 1_000;

/** Address and user agent of a client. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

const toEnded = (at: Date) => ({ $set: { ended_at: at }, $inc: { version: 1 } });

const endedEvent = (id: string) => ({ name: 'session.ended', data: { id }, mandatory: false });

/** Sessions of people, in the live database for both modes. */
export class Sessions {
  readonly #collection: Collection<Session>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;
  readonly #people: People;
  /** Look-ups run in batches, because the session of every active person is read every second. */
  readonly #readTogether = createBatcher<string, ReadonlyMap<string, Session>>({
    key: () => '',
    maxBatch: 100,
    isConcurrent: true,
    run: (tokens) => this.#findAll(tokens),
  });
  readonly #memberships: Memberships;

  constructor(
    runtime: ServiceRuntime,
    hashKeys: Keyring,
    { people, memberships }: { readonly people: People; readonly memberships: Memberships },
  ) {
    this.#people = people;
    this.#memberships = memberships;
    this.#runtime = runtime;
    this.#hashKeys = hashKeys;
    this.#collection = runtime.collection<Session>({
      name: 'sessions',
      schema,
      indexes: [
        { name: 'token', keys: { token_hash: 1 }, unique: true },
        {
          name: 'person',
          version: 2,
          keys: { person_id: 1, ended_at: 1, created_at: -1 },
        },
        { name: 'expiry', keys: { expires_at: 1 }, expireAfterSeconds: retentionSeconds },
      ],
    });
  }

  /**
   * Starts a session of a person. `person` must be the record as it was when the identity was proven. Only the result
   * contains the session's token. Ends the oldest sessions if there are too many. `workspace_ids` are the workspaces
   * that the session is already known to be for. Rejects with UNAUTHORIZED if the password or the second factor was
   * changed in the meantime, because such a change ends all sessions.
   */
  async start(
    command: Command,
    person: Person,
    { address, userAgent }: Client,
    workspace_ids: readonly string[],
  ): Promise<{ readonly session: Session; readonly token: string }> {
    const token = createToken(tokenPrefix);
    const signedIn = inDirectory(asPerson(command, person));
    const { result } = await this.#runtime.journal.commit(signedIn, async (transaction, { at }) => {
      if (!(await this.#people.lockCredentials(transaction, person))) {
        throw new Problem('UNAUTHORIZED', 'The password or second factor was changed in the meantime. Sign in again.', {
          reason: 'wrong_credentials',
        });
      }
      const session: Session = {
        id: newId('session'),
        version: 1,
        person_id: person.id,
        token_hash: hashSecret(token, this.#hashKeys.current.secret),
        created_at: at,
        expires_at: new Date(at.getTime() + sessionLifetimeMs),
        ended_at: null,
        user_agent: userAgent.slice(0, maxUserAgentLength),
        address,
        workspace_ids,
        last_used_at: at,
      };
      const ended = await this.#endOldest(transaction, person.id, at);
      await this.#collection.in(directory).insert([session], transaction);
      const attributes = { session_id: session.id, address, workspace_ids };
      const entry = { subject: person.id, type: 'signed_in', description: 'Signed in.', attributes, events: [] };
      return { entries: [...ended, entry], result: session };
    });
    return { session: result, token };
  }

  /** Finds the session with that token, if it is open. */
  async find(token: string): Promise<Session | null> {
    if (!isWellFormedToken(token, tokenPrefix)) return null;
    const session = (await this.#readTogether(token)).get(token);
    return session && isOpen(session, this.#runtime.clock()) ? session : null;
  }

  /** Finds the sessions with the given tokens, by token. */
  async #findAll(tokens: readonly string[]): Promise<ReadonlyMap<string, Session>> {
    const tokenOf = new Map<string, string>();
    for (const token of tokens) for (const hash of hashSecretByEach(token, this.#hashKeys)) tokenOf.set(hash, token);
    const found = await this.#collection.in(directory).find({ token_hash: { $in: [...tokenOf.keys()] } });
    return new Map(found.map((session) => [tokenOf.get(session.token_hash) ?? '', session]));
  }

  /** Stores the time of use, unless a use was stored less than `lastUseIntervalMs` ago. */
  async recordUse({ id, last_used_at }: Session): Promise<void> {
    const now = this.#runtime.clock();
    if (now.getTime() - last_used_at.getTime() < lastUseIntervalMs) return;
    await this.#collection.in(directory).update({ _id: id }, { $set: { last_used_at: now } });
  }

  /**
   * Records the first use of the session in a workspace. The audit log of this workspace shows it as the sign-in. Audit
   * logs of other workspaces don't show it.
   */
  async recordWorkspace({ id, address, workspace_ids }: Session, person: Person, workspaceId: string): Promise<void> {
    if (workspace_ids.includes(workspaceId)) return;
    const caller = createSystemCaller(directory, 'auth', newId('req'));
    await this.#runtime.journal.commit(asPerson({ caller }, person), async (transaction) => {
      const unused = { _id: id, workspace_ids: { $ne: workspaceId } };
      const change = { $addToSet: { workspace_ids: workspaceId } };
      if (!(await this.#collection.in(directory).update(unused, change, transaction))) return { entries: [] };
      const attributes = { session_id: id, address, workspace_ids: [workspaceId] };
      const description = 'Signed in.';
      return { entries: [{ subject: person.id, type: 'signed_in', description, attributes, events: [] }] };
    });
  }

  #findOpen(personId: string, options: Pick<FindOptions, 'skip' | 'limit' | 'session'>, at = this.#runtime.clock()) {
    const filter = { person_id: personId, ended_at: null, expires_at: { $gt: at } };
    return this.#collection.in(directory).find(filter, { ...options, sort: { created_at: -1 }, hint: 'person' });
  }

  /**
   * Ends the oldest sessions to make room for a new one, in the transaction that starts the new session. Returns the
   * journal entries.
   */
  async #endOldest(transaction: TransactionSession, personId: string, at: Date): Promise<EntryInput[]> {
    const options = { skip: maxOpen - 1, limit: maxEvents, session: transaction };
    const ids = (await this.#findOpen(personId, options, at)).map(({ id }) => id);
    if (ids.length === 0) return [];
    await this.#collection.in(directory).updateMany({ _id: { $in: ids } }, toEnded(at), transaction);
    const description = `The oldest sessions were ended, because a person can have at most ${maxOpen}.`;
    const attributes = { workspace_ids: await this.#memberships.findOnlyWorkspace(personId) };
    return [{ subject: personId, type: 'signed_out', description, attributes, events: ids.map(endedEvent) }];
  }

  /** Lists the person's open sessions, newest first. */
  listOpen(personId: string): Promise<readonly Session[]> {
    return this.#findOpen(personId, { limit: maxOpen });
  }

  /**
   * Returns the writes that end the person's open sessions except one. Commit them together with a change of the
   * person.
   */
  async endBeside(personId: string, exceptId?: string): Promise<Beside> {
    const open = (await this.#findOpen(personId, { limit: maxEvents })).filter(({ id }) => id !== exceptId);
    const filter = { person_id: personId, ended_at: null, ...(exceptId !== undefined && { _id: { $ne: exceptId } }) };
    return {
      events: open.map(({ id }) => endedEvent(id)),
      write: async (session, at) => {
        await this.#collection.in(directory).updateMany(filter, toEnded(at), session);
      },
    };
  }

  /** Ends the person's open sessions except one. */
  async endOthers(command: Command, personId: string, exceptId: string): Promise<void> {
    const { events, write } = await this.endBeside(personId, exceptId);
    const attributes = { workspace_ids: await this.#memberships.findOnlyWorkspace(personId) };
    await this.#runtime.journal.commit(inDirectory(command), async (session, { at }) => {
      await write(session, at);
      const description = 'All other sessions were ended.';
      return { entries: [{ subject: personId, type: 'signed_out', description, attributes, events }] };
    });
  }

  /**
   * Ends a session of the person and publishes `session.ended`. Rejects with NOT_FOUND, also if the session has ended
   * or belongs to another person.
   */
  async end(command: Command, personId: string, id: string): Promise<void> {
    await changeRecord({
      collection: this.#collection,
      journal: this.#runtime.journal,
      command: inDirectory(command),
      id,
      decide: (session, at) => {
        if (session.person_id !== personId || !isOpen(session, at)) throw notFound();
        const entry = { subject: session.person_id, type: 'signed_out', description: 'A session was ended.' };
        const attributes = { session_id: id, workspace_ids: session.workspace_ids };
        const entries = [{ ...entry, attributes, events: [endedEvent(id)] }];
        return { record: { ...session, ended_at: at }, entries };
      },
      toAnswer: noAnswer,
    });
  }
}
