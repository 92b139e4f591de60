/** A session ends this long after it began, used or not. */
export const sessionLifetimeMs = 24 * 3_600_000;

/** A person signed in. The token is not stored: only the holder has it. */
export interface Session {
  readonly id: string;
  readonly version: number;
  readonly person_id: string;
  /** Keyed hash of the token, by which the session is found. */
  readonly token_hash: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  /** As it was at sign-in. */
  readonly user_agent: string;
  readonly address: string;
  /** The workspaces in which it was used. */
  readonly workspace_ids: readonly string[];
  /** At most a minute behind. */
  readonly last_used_at: Date;
}

/** Whether the session can be used now. */
export function isOpen({ ended_at, expires_at }: Session, now: Date): boolean {
  return ended_at === null && expires_at > now;
}
