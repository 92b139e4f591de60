import type { Clock } from '@plotline/kit/core/time';
import { type CryptoKey, createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import { type SigningKey, selectSigningKey, signingAlgorithm } from '../model/signing-key.js';
import type { SigningKeys } from './signing-keys.js';

/**
 * Milliseconds after which a process reads the keys again. A new key is published long before it signs, so this time is
 * short enough.
 */
const maxAgeMs = 30_000;

interface Loaded {
  readonly keys: readonly SigningKey[];
  readonly at: number;
}

/** Public keys in their published form (RFC 7517). */
export interface PublishedKeys {
  readonly keys: readonly Readonly<Record<string, string | undefined>>[];
}

/** Provides the current signing keys, read from the database at most every 30 seconds. */
export class KeyRing {
  readonly #signingKeys: SigningKeys;
  readonly #clock: Clock;
  readonly #opened = new Map<string, Promise<CryptoKey>>();
  #loaded: Loaded | undefined;
  #creating: Promise<SigningKey> | undefined;

  constructor(signingKeys: SigningKeys, clock: Clock) {
    this.#signingKeys = signingKeys;
    this.#clock = clock;
  }

  async #list(): Promise<readonly SigningKey[]> {
    const now = this.#clock().getTime();
    if (this.#loaded && this.#loaded.keys.length > 0 && now - this.#loaded.at < maxAgeMs) return this.#loaded.keys;
    const keys = await this.#signingKeys.list();
    this.#loaded = { keys, at: now };
    return keys;
  }

  /** Returns the key that signs now, with its `kid`. The first token of a new database creates the first key. */
  async current(): Promise<{ readonly kid: string; readonly key: CryptoKey }> {
    const current = selectSigningKey(await this.#list(), this.#clock()) ?? (await this.#createFirst());
    const { id } = current;
    const opened = this.#opened.get(id) ?? this.#signingKeys.open(current);
    this.#opened.set(id, opened);
    // A failure to decrypt the key isn't cached, so the next call tries again.
    opened.catch(() => this.#opened.delete(id));
    return { kid: id, key: await opened };
  }

  /** Creates one key, even if several tokens are requested at the same time. */
  #createFirst(): Promise<SigningKey> {
    this.#creating ??= this.#findOrCreate().finally(() => {
      this.#loaded = undefined;
      this.#creating = undefined;
    });
    return this.#creating;
  }

  /** Looks again, because a key may have been created since `#createFirst` was called. */
  async #findOrCreate(): Promise<SigningKey> {
    const now = this.#clock();
    return selectSigningKey(await this.#signingKeys.list(), now) ?? this.#signingKeys.create(now);
  }

  async published(): Promise<PublishedKeys> {
    const keys = await this.#list();
    return { keys: keys.map(({ id, public_jwk }) => ({ ...public_jwk, kid: id, alg: signingAlgorithm, use: 'sig' })) };
  }

  /** Finds the key of a token by its `kid`, for `jwtVerify`. */
  async verifier(): Promise<JWTVerifyGetKey> {
    const { keys } = await this.published();
    return createLocalJWKSet({ keys: keys.map((key) => ({ kty: 'EC', ...key })) });
  }
}
