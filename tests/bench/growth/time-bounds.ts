/** When work ends: at once by the signal, or before its next step at the deadline. */
export interface TimeBounds {
  readonly signal: AbortSignal;
  /** In milliseconds since the epoch; nothing is started afterwards. */
  readonly deadline: number;
}
