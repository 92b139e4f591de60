/** Time limits of some work. The signal ends it immediately, and the deadline before its next step. */
export interface TimeBounds {
  readonly signal: AbortSignal;
  /** Deadline in milliseconds since the epoch. No step starts after it. */
  readonly deadline: number;
}
