import type { Caller } from '@plotline/kit/caller';
import { addRequestLifetime, clockSkewMs } from '@plotline/kit/deadline';

/** When the request that began a sale has ended one way or the other, so that the repair may look at what it left. */
export function repairDueAt({ deadline }: Caller): Date {
  return new Date(deadline + clockSkewMs);
}

/** When no request that took part in a sale that ends now can still sell the unit. */
export function finalReleaseAt(now: Date): Date {
  return addRequestLifetime(now);
}

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/** When the repair tries again after so many failures. */
export function nextTryAt(now: Date, failures: number): Date {
  return new Date(now.getTime() + Math.min(firstPauseMs * 2 ** failures, longestPauseMs));
}
