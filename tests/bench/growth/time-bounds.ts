/** Time limits for some work. The signal ends the work immediately. The deadline ends it before its next step. */
export interface TimeBounds {
  readonly signal: AbortSignal;
  /** Deadline in milliseconds since the epoch. No step starts after it. */
  readonly deadline: number;
}
