export interface Backoff {
  /** Attempts before, from 0: the first pause is `baseMs`. */
  readonly attempt: number;
  readonly baseMs: number;
  readonly capMs: number;
  /** By how much each pause is longer than the one before. Default: 2. */
  readonly factor?: number;
  /** Takes a random part of the pause, so that those that failed together do not meet again. */
  readonly jitter?: boolean;
}

/** Returns the milliseconds to wait before the next attempt: exponentially more each time, up to a cap. */
export function backoff({ attempt, baseMs, capMs, factor = 2, jitter = false }: Backoff): number {
  const pauseMs = Math.min(baseMs * factor ** attempt, capMs);
  return jitter ? Math.random() * pauseMs : pauseMs;
}
