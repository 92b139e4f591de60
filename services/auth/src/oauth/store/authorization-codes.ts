import type { Tenant } from '@plotline/kit/core/caller';
import type { Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { hashSecret, hashSecretByEach } from '../../directory/store/hashing.js';
import { type AuthorizationCode, codeLifetimeMs } from '../model/authorization-code.js';
import { grantLifetimeMs } from '../model/grant.js';

const schema = createRecordSchema({
  hash: String,
  client_id: String,
  person_id: String,
  scopes: [String],
  redirect_uri: String,
  code_challenge: String,
  grant_id: String,
  created_at: Date,
  expires_at: Date,
  redeemed_at: Date,
});

/** A person's consent. */
export type Consent = Pick<
  AuthorizationCode,
  'id' | 'client_id' | 'person_id' | 'scopes' | 'redirect_uri' | 'code_challenge' | 'grant_id' | 'created_at'
>;

/** Authorization codes, each in the workspace of its consent. They are kept for as long as their grant may last. */
export class AuthorizationCodes {
  readonly #collection: Collection<AuthorizationCode>;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, hashKeys: Keyring) {
    this.#hashKeys = hashKeys;
    this.#collection = runtime.collection<AuthorizationCode>({
      name: 'authorization_codes',
      schema,
      indexes: [
        { name: 'hash', keys: { hash: 1 }, unique: true },
        { name: 'created_at', keys: { created_at: 1 }, expireAfterSeconds: grantLifetimeMs / 1_000 },
      ],
    });
  }

  /** Stores a code with that value. The code is valid for 60 seconds. */
  async issue(tenant: Tenant, consent: Consent, value: string): Promise<void> {
    const expiresAt = new Date(consent.created_at.getTime() + codeLifetimeMs);
    const hash = hashSecret(value, this.#hashKeys.current.secret);
    const code = { ...consent, version: 1, hash, expires_at: expiresAt, redeemed_at: null };
    await this.#collection.in(tenant).insert([code]);
  }

  /** Finds the code with that value in any workspace. The value identifies the workspace. */
  find(value: string): Promise<Owned<AuthorizationCode> | null> {
    const hashes = hashSecretByEach(value, this.#hashKeys);
    return this.#collection.acrossWorkspaces('live').findOne({ hash: { $in: hashes } });
  }

  /**
   * Marks the code as redeemed by one conditional update, so that only one of several attempts succeeds. Resolves to
   * false if it was redeemed before.
   */
  redeem(tenant: Tenant, id: string, at: Date, session: ClientSession): Promise<boolean> {
    const update = { $set: { redeemed_at: at }, $inc: { version: 1 } };
    return this.#collection.in(tenant).update({ _id: id, redeemed_at: null }, update, session);
  }

  /**
   * Deletes the codes of a person that can still be redeemed. Keeps redeemed codes, so that a replay can be detected.
   */
  async deleteOfPerson(personId: string, at: Date, session: ClientSession): Promise<void> {
    const redeemable = { created_at: { $gt: new Date(at.getTime() - codeLifetimeMs) }, redeemed_at: null };
    await this.#collection.acrossWorkspaces('live').delete({ person_id: personId, ...redeemable }, session);
  }
}
