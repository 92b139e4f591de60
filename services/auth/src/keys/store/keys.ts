import type { Answer } from '@plotline/kit/core/answer';
import type { Actor, Caller, Mode } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { createToken, type Keyring } from '@plotline/kit/core/secrets';
import type { Deadline } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Bounds, Listed, ListQuery } from '@plotline/kit/store/lists/list';
import { changeRecord, type Decision } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { mergePages } from '../../directory/store/merge-pages.js';
import { isUsable, type Key, type KeyOfMode, keyPrefixes, type ParsedKeyRequest, replaceKey } from '../model/key.js';
import { describeKey, hashKey } from './key-collection.js';

export type KeyQuery = Pick<ListQuery, 'page' | 'per_page' | 'cursor'> & { readonly mode?: Mode };

/** Renders the response to a request that created a key. Only this response contains the value. */
export type ToKeyAnswer = (key: KeyOfMode, value: string) => Answer;

const revokedEvent = (id: string) => ({ name: 'key.revoked', data: { id }, mandatory: false });

/** Lists, creates, rotates and revokes API keys. */
export class Keys {
  readonly #collection: Collection<Key>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, collection: Collection<Key>, hashKeys: Keyring) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#hashKeys = hashKeys;
  }

  /**
   * Creates a key in the mode. Only the response that `toAnswer` renders contains its value. The response is stored
   * encrypted for up to a day, so that an identical request gets the same response. The journal of the keys of both
   * modes is in the live database.
   */
  async create(command: Command, request: ParsedKeyRequest, toAnswer: ToKeyAnswer): Promise<Answer> {
    const { caller } = command;
    const { key, value } = this.#newKey(request, caller.actor);
    const answer = toAnswer({ ...key, mode: request.mode }, value);
    await this.#runtime.journal.commit(command, async (session) => {
      await this.#in(caller, request.mode).insert([key], session);
      return { entries: [describeKey(key, 'created', `Key ${key.name} was created.`)], answer };
    });
    return answer;
  }

  /**
   * Creates a key with the same properties. The old key expires after the overlap. Rejects with NOT_FOUND or CONFLICT.
   */
  async rotate(
    command: Command,
    { id, mode }: Pick<KeyOfMode, 'id' | 'mode'>,
    overlapDays: number,
    toAnswer: ToKeyAnswer,
  ): Promise<Answer> {
    const { actor } = command.caller;
    // The id is chosen here, so that a retried decision creates the same successor.
    const successor = newId('key');
    const value = createToken(keyPrefixes[mode]);
    const { answer } = await this.#change<Answer>(command, mode, id, (old, at) => {
      const { name, scopes, revoke_with_creator } = old;
      const record = replaceKey(old, successor, overlapDays, at);
      const { expires_at } = old;
      const request = { name, mode, scopes, expires_at, ...(revoke_with_creator && { revoke_with_creator }) };
      const key = { ...this.#newKey(request, actor, value).key, id: successor };
      const events = overlapDays === 0 ? [revokedEvent(id)] : [];
      const entries = [
        { ...describeKey(old, 'rotated', `Key ${name} was rotated.`, { successor }), events },
        describeKey(key, 'created', `Key ${name} was created in place of ${id}.`, { predecessor: id }),
      ];
      const inTransaction = (session: ClientSession) => this.#in(command.caller, mode).insert([key], session);
      return { decision: { record, entries, inTransaction }, answer: toAnswer({ ...key, mode }, value) };
    });
    if (!answer) throw new Error('A rotation has an answer.');
    return answer;
  }

  /** Revokes a key and publishes `key.revoked`. A repeated call changes nothing. Rejects with NOT_FOUND. */
  async revoke(command: Command, { id, mode }: Pick<KeyOfMode, 'id' | 'mode'>): Promise<void> {
    await this.#change<undefined>(command, mode, id, (key, at) => {
      if (key.revoked_at) return { decision: { record: key, entries: [] } };
      const entry = { ...describeKey(key, 'revoked', `Key ${key.name} was revoked.`), events: [revokedEvent(id)] };
      return { decision: { record: { ...key, revoked_at: at }, entries: [entry] } };
    });
  }

  #in({ workspaceId, deadline }: Pick<Caller, 'workspaceId'> & { readonly deadline?: Deadline }, mode: Mode) {
    return this.#collection.in({ workspaceId, mode, ...(deadline !== undefined && { deadline }) });
  }

  #change<A extends Answer | undefined>(
    command: Command,
    mode: Mode,
    id: string,
    decide: (key: Key, at: Date) => { readonly decision: Decision<Key>; readonly answer?: A },
  ) {
    const { journal } = this.#runtime;
    const collection = { in: (caller: Caller) => this.#in(caller, mode) };
    let answer: A | undefined;
    return changeRecord({
      collection,
      journal,
      command,
      id,
      decide: (key, at) => {
        const decided = decide(key, at);
        answer = decided.answer;
        return decided.decision;
      },
      toAnswer: () => answer,
    });
  }

  #newKey(
    { name, mode, scopes, expires_at, revoke_with_creator }: ParsedKeyRequest,
    { type, id, name: actorName, agentId }: Actor,
    value = createToken(keyPrefixes[mode]),
  ): { readonly key: Key; readonly value: string } {
    const key: Key = {
      id: newId('key'),
      version: 1,
      name,
      scopes,
      ...hashKey(value, this.#hashKeys),
      last_four: value.slice(-4),
      expires_at,
      revoked_at: null,
      last_used_at: null,
      created_at: this.#runtime.clock(),
      created_by: { type, id, name: actorName, ...(agentId !== undefined && { agentId }) },
      ...(revoke_with_creator && { revoke_with_creator }),
    };
    return { key, value };
  }

  /** Finds a key of either mode, or null. */
  async get(caller: Pick<Caller, 'workspaceId'>, id: string): Promise<KeyOfMode | null> {
    for (const mode of modes) {
      const key = await this.#in(caller, mode).get(id);
      if (key) return { ...key, mode };
    }
    return null;
  }

  /** Lists the working keys of both modes that an agent's person created or rotated, newest first. */
  async listOfAgent(caller: Pick<Caller, 'workspaceId'>, agentId: string): Promise<readonly KeyOfMode[]> {
    const now = this.#runtime.clock();
    const filter = { 'created_by.agentId': agentId, revoked_at: null };
    const found = await Promise.all(
      modes.map(async (mode) => {
        const keys = await this.#in(caller, mode).find(filter, {
          sort: { created_at: -1, _id: -1 },
          hint: 'created_at',
        });
        return keys.filter((key) => isUsable(key, now)).map((key) => ({ ...key, mode }));
      }),
    );
    return found.flat().sort((one, other) => other.created_at.getTime() - one.created_at.getTime());
  }

  /** Lists the keys of one mode or both, newest first. */
  list(caller: Pick<Caller, 'workspaceId' | 'deadline'>, query: KeyQuery): Promise<Listed<KeyOfMode>> {
    const listed = query.mode ? [query.mode] : modes;
    const sources = listed.map((mode) => {
      const records = this.#in(caller, mode);
      return {
        find: async (after: Filter, bounds: Bounds) => {
          const sort = { created_at: -1, _id: -1 } as const;
          const keys = await records.find(after, { sort, ...bounds, hint: 'created_at' });
          return keys.map((key) => ({ ...key, mode }));
        },
        count: () => records.count({}, { hint: 'created_at' }),
      };
    });
    const order = { field: 'created_at', toPosition: ({ created_at, id }: Key) => [created_at, id] as const };
    return mergePages(sources, query, ['keys', caller.workspaceId, ...listed], order);
  }
}
