/** Algorithm of access tokens (RFC 7518, 3.4). */
export const signingAlgorithm = 'ES256';

/** The public half of a key (RFC 7517, section 4). */
export interface PublicJwk {
  readonly kty: string | undefined;
  readonly crv: string | undefined;
  readonly x: string | undefined;
  readonly y: string | undefined;
}

/** A key that signs access tokens. Its private half is encrypted. */
export interface SigningKey {
  /** The `kid` of the tokens. */
  readonly id: string;
  readonly version: number;
  readonly public_jwk: PublicJwk;
  readonly sealed_jwk: string;
  /** Time when the key was published. */
  readonly created_at: Date;
  /** Time when the key starts to sign. It signs until the next key becomes active. */
  readonly active_from: Date;
}

const hourMs = 3_600_000;

/** Lifetime of an access token, in seconds. */
export const accessTokenSeconds = 3_600;

/** Milliseconds for which a key signs. */
const signingPeriodMs = 30 * 24 * hourMs;

/**
 * Milliseconds from the publication of a key until it signs. This is longer than any client caches the published keys.
 */
export const publicationLeadMs = 2 * hourMs;

/**
 * Milliseconds for which a key remains published after the next key is active. In this time its last tokens are valid
 * and replicas switch over.
 */
const retirementMs = accessTokenSeconds * 1_000 + hourMs / 4;

function byActivation(one: SigningKey, other: SigningKey): number {
  return one.active_from.getTime() - other.active_from.getTime() || (one.id < other.id ? -1 : 1);
}

/** Selects the key that signs now, which is the last active key. Returns undefined if there is none. */
export function selectSigningKey<K extends SigningKey>(keys: readonly K[], now: Date): K | undefined {
  return keys
    .filter(({ active_from }) => active_from <= now)
    .sort(byActivation)
    .at(-1);
}

/**
 * Selects the keys whose tokens have all expired, because a newer key has been active for longer than a token is valid.
 */
export function selectExpiredKeys<K extends SigningKey>(keys: readonly K[], now: Date): readonly K[] {
  const current = selectSigningKey(keys, new Date(now.getTime() - retirementMs));
  return current ? keys.filter((key) => byActivation(key, current) < 0) : [];
}

/** Returns the activation time of the next key if it must be published now; otherwise undefined. */
export function planNextKey(keys: readonly SigningKey[], now: Date): Date | undefined {
  const newest = [...keys].sort(byActivation).at(-1);
  if (!newest) return now;
  const due = newest.active_from.getTime() + signingPeriodMs;
  if (now.getTime() < due - publicationLeadMs) return undefined;
  return new Date(Math.max(due, now.getTime() + publicationLeadMs));
}
