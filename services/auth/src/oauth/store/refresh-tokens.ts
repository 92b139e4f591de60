import { createHmac } from 'node:crypto';
import type { Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { createToken, deriveToken, type Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { hashSecret, hashSecretByEach } from '../../directory/store/hashing.js';
import type { Grant } from '../model/grant.js';
import type { RefreshToken } from '../model/refresh-token.js';

const prefix = 'pl_refresh_';

const schema = createRecordSchema({
  grant_id: String,
  client_id: String,
  hash: String,
  created_at: Date,
  expires_at: Date,
  rotated_at: Date,
  successor_key_id: String,
});

/**
 * Refresh tokens, in the workspace of their grant. A token's successor is computed from its value with a keyed hash. So
 * a repeated request gets the same successor although its value isn't stored.
 */
export class RefreshTokens {
  readonly #collection: Collection<RefreshToken>;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, hashKeys: Keyring) {
    this.#hashKeys = hashKeys;
    this.#collection = runtime.collection<RefreshToken>({
      name: 'refresh_tokens',
      schema,
      indexes: [
        { name: 'hash', keys: { hash: 1 }, unique: true },
        { name: 'expires_at', keys: { expires_at: 1 }, expireAfterSeconds: 0 },
      ],
    });
  }

  /** Stores the first token of a grant. Resolves to its value. */
  async issue(tenant: Tenant, grant: Grant, session: ClientSession): Promise<string> {
    const value = createToken(prefix);
    const { id: grant_id, client_id, created_at, expires_at } = grant;
    await this.#insert(tenant, { grant_id, client_id, expires_at }, value, created_at, session);
    return value;
  }

  /** Finds the token with that value in any workspace. The value identifies the workspace. */
  find(value: string): Promise<Owned<RefreshToken> | null> {
    const hashes = hashSecretByEach(value, this.#hashKeys);
    return this.#collection.acrossWorkspaces('live').findOne({ hash: { $in: hashes } });
  }

  /**
   * Exchanges a token for its successor by one conditional update within a transaction. Resolves to the successor's
   * value, or to null if the token was exchanged before.
   */
  async rotate(
    tenant: Tenant,
    token: RefreshToken,
    value: string,
    at: Date,
    session: ClientSession,
  ): Promise<string | null> {
    const key = this.#hashKeys.current;
    const update = { $set: { rotated_at: at, successor_key_id: key.id }, $inc: { version: 1 } };
    const isFirst = await this.#collection.in(tenant).update({ _id: token.id, rotated_at: null }, update, session);
    if (!isFirst) return null;
    const successor = this.#computeSuccessor(value, key.secret);
    await this.#insert(tenant, token, successor, at, session);
    return successor;
  }

  /**
   * Recomputes the successor of an exchanged token. Returns null if the secret that computed it is no longer
   * configured.
   */
  repeatSuccessor({ successor_key_id }: RefreshToken, value: string): string | null {
    const key = successor_key_id === null ? undefined : this.#hashKeys.find(successor_key_id);
    return key ? this.#computeSuccessor(value, key.secret) : null;
  }

  #computeSuccessor(value: string, secret: string): string {
    return deriveToken(prefix, createHmac('sha256', secret).update(`successor of ${value}`).digest());
  }

  async #insert(
    tenant: Tenant,
    { grant_id, client_id, expires_at }: Pick<RefreshToken, 'grant_id' | 'client_id' | 'expires_at'>,
    value: string,
    created_at: Date,
    session: ClientSession,
  ): Promise<void> {
    const hash = hashSecret(value, this.#hashKeys.current.secret);
    const unused = { rotated_at: null, successor_key_id: null };
    const token = { id: newId('refresh'), version: 1, grant_id, client_id, hash, created_at, expires_at, ...unused };
    await this.#collection.in(tenant).insert([token], session);
  }
}
