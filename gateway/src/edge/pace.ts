/** How fast bytes must pass between a client and a service. */
export interface PaceLimits {
  /** Without a byte, whoever is waited for. */
  readonly maxPauseMs: number;
  /** Of the client, over the time in which it was waited for; the first `maxPauseMs` of that are free. */
  readonly minBytesPerSecond: number;
  /** From the first byte to the last. */
  readonly maxMs: number;
}

/** What a look at the pace finds: bytes pass, or who is at fault that they do not. */
export type PaceVerdict = 'good' | 'late' | 'slow client' | 'slow service';

/** Watches the pace of bytes that pass: it is looked at again and again, and what passed between two looks is counted. */
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

  /** Judges what has passed by `now`, in milliseconds of a clock that does not jump. */
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
