import { Problem } from '@plotline/kit/core/errors';

/** Time for which failed attempts count, starting with the first failure. */
export const attemptWindowMs = 15 * 60_000;

/** Maximum failures at an account in a window. Further attempts are refused. */
const maxFailures = 10;

/**
 * Maximum failures from an address in a window. Further attempts are refused. The number is high because a whole office
 * may share an address.
 */
const maxFailuresOfAddress = 100;

/**
 * Failures that each address may still cause at an account that is over its limit. So guesses from other addresses
 * don't lock the owner out, and an attacker gets only a few guesses from each address.
 */
const maxFailuresElsewhere = 3;

/** Failures in the current window, and the end of the window. */
export interface FailureCount {
  readonly failures: number;
  readonly resetAt: Date;
}

/** Counts that determine whether an attempt at an account from an address is allowed. */
export interface AttemptCounts {
  readonly address: FailureCount;
  readonly account: FailureCount;
  /** Failures at the account from that address. */
  readonly pair: FailureCount;
}

/**
 * Returns the time when another attempt is allowed, or null if it is allowed now. Always allows one attempt at an
 * account without failures, so that others at the same address can't block a person with the right password.
 */
export function findBlockedUntil({ address, account, pair }: AttemptCounts): Date | null {
  if (account.failures === 0) return null;
  if (address.failures >= maxFailuresOfAddress) return address.resetAt;
  if (account.failures >= maxFailures && pair.failures >= maxFailuresElsewhere) {
    return new Date(Math.min(pair.resetAt.getTime(), account.resetAt.getTime()));
  }
  return null;
}

/** Returns the time when the limit ends if the failure that was just counted exceeds it. Otherwise returns null. */
export function findExceeded({ address, account }: AttemptCounts): Date | null {
  if (account.failures > maxFailures) return account.resetAt;
  return address.failures > maxFailuresOfAddress ? address.resetAt : null;
}

const defaultMessage = 'Too many failed attempts. Try again later.';

/** Creates the refusal, with status 429, of attempts before `until`. */
export function tooManyAttempts(until: Date, now: Date, message = defaultMessage): Problem {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return new Problem('RATE_LIMIT_EXCEEDED', message, { retryAfter });
}
