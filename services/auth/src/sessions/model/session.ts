/** Lifetime of a session, whether or not it is used. */
export const sessionLifetimeMs = 24 * 3_600_000;

/** A session of a person. Its token isn't stored; only the holder has it. */
export interface Session {
  readonly id: string;
  readonly version: number;
  readonly person_id: string;
  /** Keyed hash of the token, to find the session. */
  readonly token_hash: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  /** User agent at sign-in. */
  readonly user_agent: string;
  readonly address: string;
  /** The workspaces in which the session was used. */
  readonly workspace_ids: readonly string[];
  /** Time of the last use; at most a minute behind. */
  readonly last_used_at: Date;
}

/** Checks whether the session can be used now. */
export function isOpen({ ended_at, expires_at }: Session, now: Date): boolean {
  return ended_at === null && expires_at > now;
}
