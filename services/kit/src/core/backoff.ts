export interface Backoff {
  /** Number of earlier attempts. At 0 the pause is `baseMs`. */
  readonly attempt: number;
  readonly baseMs: number;
  readonly capMs: number;
  /** Growth of each pause. Default: 2. */
  readonly factor?: number;
  /** Randomizes the pause, so that clients which failed together don't return together. */
  readonly jitter?: boolean;
}

/** Returns the milliseconds to wait before the next attempt. They grow exponentially up to a cap. */
export function backoff({ attempt, baseMs, capMs, factor = 2, jitter = false }: Backoff): number {
  const pauseMs = Math.min(baseMs * factor ** attempt, capMs);
  return jitter ? Math.random() * pauseMs : pauseMs;
}
