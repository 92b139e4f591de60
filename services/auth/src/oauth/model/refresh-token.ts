/** A refresh token (RFC 6749, section 1.5). Its value isn't stored; only the client has it. */
export interface RefreshToken {
  readonly id: string;
  readonly version: number;
  readonly grant_id: string;
  readonly client_id: string;
  /** Keyed hash of the value, to find the token. */
  readonly hash: string;
  readonly created_at: Date;
  /** End of the grant. */
  readonly expires_at: Date;
  /** Time when the token was exchanged for its successor. Null for the current token of a grant. */
  readonly rotated_at: Date | null;
  /** Id of the secret that computes the successor from this token's value. Null before the exchange. */
  readonly successor_key_id: string | null;
}

/**
 * Milliseconds for which a repeated request with a token gets the same successor, because the client may not have
 * received the first response.
 */
const repeatWindowMs = 10_000;

/**
 * Checks whether a token was exchanged too long ago for the request to be a retry. If so, someone other than its client
 * has the token (RFC 9700, section 4.14.2).
 */
export function isReplayed({ rotated_at }: Pick<RefreshToken, 'rotated_at'>, now: Date): boolean {
  return rotated_at !== null && now.getTime() - rotated_at.getTime() > repeatWindowMs;
}
