import type { Scope } from '../../keys/model/scope.js';

/** An authorization code (RFC 6749, section 1.3.1) with the person's consent. Its value isn't stored. */
export interface AuthorizationCode {
  readonly id: string;
  readonly version: number;
  /** Keyed hash of the value, to find the code. */
  readonly hash: string;
  readonly client_id: string;
  readonly person_id: string;
  readonly scopes: readonly Scope[];
  /** Redirect URI of the authorization request. The token request must repeat it. */
  readonly redirect_uri: string;
  /** Code challenge (S256; RFC 7636, 4.2). Null if a confidential client sent none. */
  readonly code_challenge: string | null;
  /** Id of the grant that redeeming the code creates. */
  readonly grant_id: string;
  /** Time of the consent. */
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly redeemed_at: Date | null;
}

/** Milliseconds for which a code can be redeemed. */
export const codeLifetimeMs = 60_000;
