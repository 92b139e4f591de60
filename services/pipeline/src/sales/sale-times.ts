import type { Caller } from '@plotline/kit/caller';

/** No request lives longer; every call that it makes is refused after its deadline, wherever it got stuck. */
const longestRequestMs = 60_000;

/** For clocks that differ. */
const marginMs = 2_000;

/** When the request that began a sale has ended one way or the other, so that the repair may look at what it left. */
export function repairDueAt({ deadline }: Caller): Date {
  return new Date(deadline + marginMs);
}

/** When no request that took part in a sale that ends now can still sell the unit. */
export function finalReleaseAt(now: Date): Date {
  return new Date(now.getTime() + longestRequestMs + marginMs);
}

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/** When the repair tries again after so many failures. */
export function nextTryAt(now: Date, failures: number): Date {
  return new Date(now.getTime() + Math.min(firstPauseMs * 2 ** failures, longestPauseMs));
}
