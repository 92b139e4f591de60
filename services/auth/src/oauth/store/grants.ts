import { type Actor, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Bounds, Listed, ListQuery } from '@plotline/kit/store/lists/list';
import { changeRecord, noAnswer } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Filter, Owned } from '@plotline/kit/store/records/records';
import type { ClientSession, PipelineStage } from 'mongoose';
import { mergePages } from '../../directory/store/merge-pages.js';
import type { Beside } from '../../directory/store/people.js';
import { liveTenant } from '../../directory/store/tenants.js';
import type { Scope } from '../../keys/model/scope.js';
import type { AuthorizationCode } from '../model/authorization-code.js';
import { type Grant, type GrantEnd, grantLifetimeMs, type MergedGrants } from '../model/grant.js';
import type { RefreshToken } from '../model/refresh-token.js';
import type { AuthorizationCodes } from './authorization-codes.js';
import type { RefreshTokens } from './refresh-tokens.js';

const schema = createRecordSchema({
  client_id: String,
  person_id: String,
  scopes: [String],
  created_at: Date,
  expires_at: Date,
  first_used_at: Date,
  ended_at: Date,
  ended_by: String,
});

interface GrantGroup extends Omit<MergedGrants, 'id' | 'scopes'> {
  readonly _id: string;
  readonly scopes: readonly (readonly Scope[])[];
}

/** Merges all grants from a person to an app into one row. */
const groupByConsent: readonly PipelineStage[] = [
  { $sort: { created_at: -1, _id: -1 } },
  {
    $group: {
      _id: { client_id: '$client_id', person_id: '$person_id' },
      id: { $first: '$_id' },
      created_at: { $first: '$created_at' },
      scopes: { $push: '$scopes' },
      expires_at: { $max: '$expires_at' },
    },
  },
  {
    $project: {
      _id: '$id',
      client_id: '$_id.client_id',
      person_id: '$_id.person_id',
      scopes: 1,
      created_at: 1,
      expires_at: 1,
    },
  },
];

/**
 * Maximum notifications to the gateways when many grants end together. Even without a notification, the gateways refuse
 * a grant within a second.
 */
const maxEvents = 1_000;

const endings: Readonly<Record<GrantEnd, string>> = {
  revoked: 'The app revoked its access.',
  withdrawn: 'The person withdrew consent.',
  ended_by_workspace: 'An owner or admin of the workspace ended the access of the app.',
  replayed: 'A code or a refresh token was used twice: the access was revoked.',
  app_deleted: 'The app was deleted.',
  password_changed: 'The person changed the password.',
};

function toEvents(ids: readonly string[]): EntryInput['events'] {
  return ids.map((id) => ({ name: 'grant.revoked', data: { id }, mandatory: false }));
}

/** Grants, each in the workspace that it gives access to, with their codes and tokens. */
export class Grants {
  readonly #collection: Collection<Grant>;
  readonly #runtime: ServiceRuntime;
  readonly #codes: AuthorizationCodes;
  readonly #tokens: RefreshTokens;

  constructor(runtime: ServiceRuntime, codes: AuthorizationCodes, tokens: RefreshTokens) {
    this.#runtime = runtime;
    this.#codes = codes;
    this.#tokens = tokens;
    this.#collection = runtime.collection<Grant>({
      name: 'grants',
      schema,
      indexes: [
        { name: 'person', keys: { person_id: 1, created_at: -1 } },
        { name: 'client', keys: { client_id: 1 } },
        { name: 'workspace', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'expires_at', keys: { expires_at: 1 }, expireAfterSeconds: grantLifetimeMs / 1_000 },
      ],
    });
  }

  /** Finds the grant with that id in any workspace. A token identifies its workspace only by the grant. */
  find(id: string): Promise<Owned<Grant> | null> {
    return this.#collection.acrossWorkspaces('live').get(id);
  }

  /**
   * Redeems a code. Creates its grant and the first refresh token in one transaction. Resolves to the token's value, or
   * to null if the code was redeemed before.
   */
  async redeem(command: Command, code: AuthorizationCode): Promise<{ grant: Grant; refreshToken: string } | null> {
    const { caller } = command;
    const { grant_id: id, client_id, person_id, scopes, created_at } = code;
    const expires_at = new Date(created_at.getTime() + grantLifetimeMs);
    const grant = {
      id,
      version: 1,
      client_id,
      person_id,
      scopes,
      created_at,
      expires_at,
      first_used_at: null,
      ended_at: null,
      ended_by: null,
    };
    const { result } = await this.#runtime.journal.commit(command, async (session, { at }) => {
      if (!(await this.#codes.redeem(caller, code.id, at, session))) return { entries: [], result: null };
      await this.#collection.in(caller).insert([grant], session);
      const refreshToken = await this.#tokens.issue(caller, grant, session);
      const attributes = { client_id, person_id, scopes };
      const description = 'A person gave an app access to the workspace.';
      return {
        entries: [{ subject: id, type: 'created', description, attributes, events: [] }],
        result: { grant, refreshToken },
      };
    });
    return result;
  }

  /** Exchanges a refresh token. Resolves to the successor's value, or to null if the token was exchanged before. */
  async refresh(command: Command, token: RefreshToken, value: string): Promise<string | null> {
    const { result } = await this.#runtime.journal.commit(command, async (session, { at }) => ({
      entries: [],
      result: await this.#tokens.rotate(command.caller, token, value, at, session),
    }));
    return result;
  }

  /** Records the first request to the API with the grant, once even if several requests arrive at the same time. */
  async recordUse(grant: Owned<Grant>, actor: Actor, address: string): Promise<void> {
    if (grant.first_used_at !== null) return;
    const { id, client_id, person_id } = grant;
    const system = createSystemCaller(liveTenant(grant.workspace_id), 'auth', newId('req'));
    const caller = { ...system, actor, ...(address !== '' && { address }) };
    await this.#runtime.journal.commit({ caller }, async (session, { at }) => {
      const unused = { _id: id, first_used_at: null };
      const isFirst = await this.#collection.in(caller).update(unused, { $set: { first_used_at: at } }, session);
      const attributes = { client_id, person_id };
      const description = 'An app used its access for the first time.';
      return { entries: isFirst ? [{ subject: id, type: 'first_used', description, attributes, events: [] }] : [] };
    });
  }

  /**
   * Ends a grant with all its tokens, and publishes `grant.revoked`. A repeated call changes nothing. Rejects with
   * NOT_FOUND.
   */
  async end(command: Command, id: string, by: GrantEnd): Promise<void> {
    const decide = (grant: Grant, at: Date) => {
      if (grant.ended_at) return { record: grant, entries: [] };
      const entry = { subject: id, type: 'revoked', description: endings[by], events: toEvents([id]) };
      return { record: { ...grant, ended_at: at, ended_by: by }, entries: [entry] };
    };
    const { journal } = this.#runtime;
    await changeRecord({ collection: this.#collection, journal, command, id, decide, toAnswer: noAnswer });
  }

  /** Finds the grants of a person that give access, in all workspaces, newest first. */
  findLive(personId: string, now: Date): Promise<Owned<Grant>[]> {
    const filter = { person_id: personId, ended_at: null, expires_at: { $gt: now } };
    return this.#collection
      .acrossWorkspaces('live')
      .find(filter, { sort: { created_at: -1 }, limit: maxEvents, hint: 'person' });
  }

  /**
   * Lists a page of the access that people gave apps in a workspace, newest first, with one entry for each app and
   * person.
   */
  list(tenant: Tenant, query: Omit<ListQuery, 'sort' | 'order'>, now: Date): Promise<Listed<MergedGrants>> {
    const live: PipelineStage[] = [{ $match: { ended_at: null, expires_at: { $gt: now } } }, ...groupByConsent];
    const records = this.#collection.in(tenant);
    const options = { hint: 'workspace' };
    const find = async (after: Filter, { skip, limit }: Bounds): Promise<MergedGrants[]> => {
      const page = [
        { $match: after },
        { $sort: { created_at: -1, _id: -1 } },
        { $skip: skip },
        { $limit: limit },
      ] as const;
      const groups = await records.aggregate<GrantGroup>([...live, ...page], options);
      return groups.map(({ _id: id, scopes, ...group }) => ({ ...group, id, scopes: [...new Set(scopes.flat())] }));
    };
    const count = async () => {
      const [counted] = await records.aggregate<{ readonly total: number }>([...live, { $count: 'total' }], options);
      return counted?.total ?? 0;
    };
    return mergePages([{ find, count }], query, ['workspace consents', tenant.workspaceId], {
      field: 'created_at',
      toPosition: ({ created_at, id }) => [created_at, id],
    });
  }

  /** Ends all grants of a client within the transaction that deletes it. Resolves to the events. */
  async endAll(clientId: string, at: Date, session: ClientSession): Promise<EntryInput['events']> {
    const ofClient = { client_id: clientId };
    const live = { ...ofClient, ended_at: null };
    const ending = await this.#collection.acrossWorkspaces('live').find(live, { limit: maxEvents, session });
    await this.#endLive(ofClient, 'app_deleted', at, session);
    return toEvents(ending.map(({ id }) => id));
  }

  /**
   * Returns the writes that end all grants of a person. Commit them together with a change of the person. Afterwards,
   * codes that were issued before can't create grants.
   */
  async endBeside(personId: string): Promise<Beside> {
    const ending = await this.findLive(personId, this.#runtime.clock());
    return {
      events: toEvents(ending.map(({ id }) => id)),
      write: async (session, at) => {
        await this.#codes.deleteOfPerson(personId, at, session);
        await this.#endLive({ person_id: personId }, 'password_changed', at, session);
      },
    };
  }

  async #endLive(filter: Filter, by: GrantEnd, at: Date, session: ClientSession): Promise<void> {
    const update = { $set: { ended_at: at, ended_by: by }, $inc: { version: 1 } };
    await this.#collection.acrossWorkspaces('live').updateMany({ ...filter, ended_at: null }, update, session);
  }
}
