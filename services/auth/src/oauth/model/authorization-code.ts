import type { Scope } from '../../keys/model/scope.js';

/** An authorization code (RFC 6749, section 1.3.1), with what the person has consented to. Its value is not stored. */
export interface AuthorizationCode {
  readonly id: string;
  readonly version: number;
  /** Keyed hash of the value, by which the code is found. */
  readonly hash: string;
  readonly client_id: string;
  readonly person_id: string;
  readonly scopes: readonly Scope[];
  /** That of the authorization request, which the token request repeats. */
  readonly redirect_uri: string;
  /** S256 (RFC 7636, 4.2); null when the client is confidential and sent none. */
  readonly code_challenge: string | null;
  /** The grant that its redemption makes. */
  readonly grant_id: string;
  /** When the person consented. */
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly redeemed_at: Date | null;
}

/** Milliseconds in which a code can be redeemed. */
export const codeLifetimeMs = 60_000;
