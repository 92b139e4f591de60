import { newId } from '@plotline/kit/core/ids';
import type { Seal } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK } from 'jose';
import { Schema } from 'mongoose';
import { directory } from '../../directory/store/tenants.js';
import { type SigningKey, signingAlgorithm } from '../model/signing-key.js';

const schema = createRecordSchema({
  public_jwk: Schema.Types.Mixed,
  sealed_jwk: String,
  created_at: Date,
  active_from: Date,
});

/** Purpose for which private halves are encrypted. */
export const signingKeySealPurpose = 'signing keys';

/** Keys that sign access tokens for all workspaces. The private halves are encrypted with AUTH_SEAL_SECRET. */
export class SigningKeys {
  readonly #collection: Collection<SigningKey>;
  readonly #runtime: ServiceRuntime;
  readonly #seal: Seal;

  constructor(runtime: ServiceRuntime, seal: Seal) {
    this.#runtime = runtime;
    this.#seal = seal;
    this.#collection = runtime.collection<SigningKey>({ name: 'signing_keys', schema, indexes: [] });
  }

  /** Lists all keys. All of them are published. */
  list(): Promise<readonly SigningKey[]> {
    return this.#collection.in(directory).find({});
  }

  /** Publishes a new key that signs from the given time on. */
  async create(activeFrom: Date): Promise<SigningKey> {
    const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
    const id = newId('jwk');
    const [{ kty, crv, x, y }, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
    const key: SigningKey = {
      id,
      version: 1,
      public_jwk: { kty, crv, x, y },
      sealed_jwk: this.#seal.seal(JSON.stringify(privateJwk), id),
      created_at: this.#runtime.clock(),
      active_from: activeFrom,
    };
    await this.#collection.in(directory).insert([key]);
    return key;
  }

  /** Decrypts the private half. Throws UnreadableSeal. */
  async open({ id, sealed_jwk }: SigningKey): Promise<CryptoKey> {
    const key = await importJWK(JSON.parse(this.#seal.open(sealed_jwk, id)), signingAlgorithm);
    if (key instanceof Uint8Array) throw new Error('A signing key is not asymmetric.');
    return key;
  }

  async remove(keys: readonly SigningKey[]): Promise<void> {
    const ids = keys.map(({ id }) => id);
    if (ids.length > 0) await this.#collection.in(directory).delete({ _id: { $in: ids } });
  }
}
