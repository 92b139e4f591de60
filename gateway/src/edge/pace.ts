/** Limits on how slowly bytes may pass between a client and a service. */
export interface PaceLimits {
  /** Longest time without a byte, from either side. */
  readonly maxPauseMs: number;
  /**
   * Minimum rate of the client over the time spent waiting for it. The first `maxPauseMs` of that time aren't counted.
   */
  readonly minBytesPerSecond: number;
  /** Maximum time from the first byte to the last. */
  readonly maxMs: number;
}

/** State of a transfer: bytes pass, or one side is too slow. */
export type PaceVerdict = 'good' | 'late' | 'slow client' | 'slow service';

/** Measures the pace of a transfer. Each check counts the bytes that passed since the previous check. */
export class Pace {
  readonly #limits: PaceLimits;
  readonly #startedAt: number;
  #lookedAt: number;
  #movedAt: number;
  #byteCount = 0;
  #clientMs = 0;

  constructor(limits: PaceLimits, now: number) {
    this.#limits = limits;
    this.#startedAt = now;
    this.#lookedAt = now;
    this.#movedAt = now;
  }

  /** Judges the bytes that passed until `now`, in milliseconds of a monotonic clock. */
  look(now: number, byteCount: number, isClientAwaited: boolean): PaceVerdict {
    const { maxPauseMs, minBytesPerSecond, maxMs } = this.#limits;
    if (byteCount > this.#byteCount) this.#movedAt = now;
    if (isClientAwaited) this.#clientMs += now - this.#lookedAt;
    this.#byteCount = byteCount;
    this.#lookedAt = now;
    if (now - this.#startedAt > maxMs) return 'late';
    if (now - this.#movedAt > maxPauseMs) return isClientAwaited ? 'slow client' : 'slow service';
    const owed = ((this.#clientMs - maxPauseMs) / 1_000) * minBytesPerSecond;
    return byteCount < owed ? 'slow client' : 'good';
  }
}
