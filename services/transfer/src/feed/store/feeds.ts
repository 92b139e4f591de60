import { hash } from 'node:crypto';
import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { createToken, isWellFormedToken } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned, Versioned } from '@plotline/kit/store/records/records';
import { Schema } from 'mongoose';
import type { FeedFile, FeedFormat } from '../model/feed.js';

export interface Feed extends Versioned {
  /** Hash of the token in the feed's addresses. The token itself is not stored. */
  readonly token_hash: string;
  readonly token_last4: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly files: Readonly<Record<FeedFormat, FeedFile | null>>;
}

const prefixes: Readonly<Record<Mode, string>> = { live: 'live_', sandbox: 'test_' };

function hashToken(token: string): string {
  return hash('sha256', `feed ${token}`);
}

/** Feeds of workspaces. A workspace has at most one in each mode. */
export class Feeds {
  readonly #collection: Collection<Feed>;
  readonly #journal: ServiceRuntime['journal'];

  constructor(runtime: ServiceRuntime) {
    this.#journal = runtime.journal;
    const { Mixed } = Schema.Types;
    this.#collection = runtime.collection<Feed>({
      name: 'feeds',
      schema: createRecordSchema({
        token_hash: String,
        token_last4: String,
        created_at: Date,
        updated_at: Date,
        files: { xml: Mixed, json: Mixed },
      }),
      indexes: [
        { name: 'workspace', keys: { workspace_id: 1 }, unique: true },
        { name: 'token', keys: { token_hash: 1 }, unique: true },
      ],
      // Feeds survive a reset, like keys, so that portals don't need a new address.
      reset: 'kept',
    });
  }

  get(tenant: Tenant): Promise<Feed | null> {
    return this.#collection.in(tenant).findOne({});
  }

  /** Returns the feed that currently has the token, or null. */
  async find(token: string): Promise<{ readonly tenant: Tenant; readonly feed: Owned<Feed> } | null> {
    const mode = token.startsWith(prefixes.live) ? 'live' : 'sandbox';
    if (!isWellFormedToken(token, prefixes[mode])) return null;
    const feed = await this.#collection.acrossWorkspaces(mode).findOne({ token_hash: hashToken(token) });
    return feed && { tenant: { workspaceId: feed.workspace_id, mode }, feed };
  }

  /** Replaces the token of the workspace's feed. Creates the feed if there is none. */
  async rotate(command: Command, toAnswer: (feed: Feed, token: string) => Answer): Promise<Answer> {
    const { caller } = command;
    const token = createToken(prefixes[caller.mode]);
    const { answer } = await this.#journal.commit(command, async (session, { at }) => {
      const fields = { token_hash: hashToken(token), token_last4: token.slice(-4), updated_at: at };
      const created = { _id: newId('feed'), created_at: at, files: { xml: null, json: null } };
      const update = { $set: fields, $setOnInsert: created, $inc: { version: 1 } };
      const feed = await this.#collection.in(caller).findAndUpdate({}, update, { session, upsert: true });
      if (!feed) throw new Error('The feed was not stored.');
      const entry = { subject: feed.id, type: 'rotated', description: 'The feed got a new address.', events: [] };
      return { entries: [entry], answer: toAnswer(feed, token) };
    });
    return answer;
  }

  /** Removes the feed. `check` may throw. Rejects with NOT_FOUND. */
  async remove(command: Command, check: (feed: Feed) => void): Promise<Feed> {
    const { caller } = command;
    const { result } = await this.#journal.commit(command, async (session) => {
      const records = this.#collection.in(caller);
      const feed = await records.findOne({}, session);
      if (!feed) throw notFound();
      check(feed);
      await records.delete({ _id: feed.id }, session);
      const entry = { subject: feed.id, type: 'deleted', description: 'The feed was deleted.', events: [] };
      return { entries: [entry], result: feed };
    });
    return result;
  }

  /** Stores a new file of a feed. Returns false if the feed has been deleted. */
  keep(tenant: Tenant, { id }: Feed, format: FeedFormat, file: FeedFile): Promise<boolean> {
    return this.#collection.in(tenant).update({ _id: id }, { $set: { [`files.${format}`]: file } });
  }
}
