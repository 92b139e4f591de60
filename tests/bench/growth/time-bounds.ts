/** End of work: at once by the signal, or before its next step at the deadline. */
export interface TimeBounds {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. Nothing starts afterwards. */
  readonly deadline: number;
}
