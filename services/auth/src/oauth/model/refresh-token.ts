/** A refresh token (RFC 6749, section 1.5). Its value is not stored: only the client has it. */
export interface RefreshToken {
  readonly id: string;
  readonly version: number;
  readonly grant_id: string;
  readonly client_id: string;
  /** Keyed hash of the value, by which the token is found. */
  readonly hash: string;
  readonly created_at: Date;
  /** That of the grant. */
  readonly expires_at: Date;
  /** When it was exchanged for its successor; null for the one token of a grant that is in use. */
  readonly rotated_at: Date | null;
  /** Id of the secret by which the successor is computed from this token's value; null as long as there is none. */
  readonly successor_key_id: string | null;
}

/** For so long the same token gets the same successor, in milliseconds: its client may not have received the first answer. */
const repeatWindowMs = 10_000;

/** Whether a token that a client sends was exchanged so long ago that somebody has a copy of it (RFC 9700, section 4.14.2). */
export function isReplayed({ rotated_at }: Pick<RefreshToken, 'rotated_at'>, now: Date): boolean {
  return rotated_at !== null && now.getTime() - rotated_at.getTime() > repeatWindowMs;
}
