/** Failed attempts count for this long, from the first of them on. */
export const attemptWindowMs = 15 * 60_000;

/** Workspaces on the plan starter that a client address may ask for in a day. */
export const maxSignUps = 3;

/** Failures in a window after which an account is refused. */
const maxFailures = 10;

/** The same of an address, which may be that of a whole office. */
const maxFailuresOfAddress = 100;

/**
 * While an account is over its limit, each address may still fail this often: somebody else's guesses do not keep its owner out,
 * and a guesser with many addresses gets few guesses from each.
 */
const maxFailuresElsewhere = 3;

/** Failures so far in the current window, and when it ends. */
export interface FailureCount {
  readonly failures: number;
  readonly resetAt: Date;
}

/** The counts that an attempt at an account, from an address, depends on. */
export interface AttemptCounts {
  readonly address: FailureCount;
  readonly account: FailureCount;
  /** Of the account, from the address. */
  readonly pair: FailureCount;
}

/**
 * When another attempt is allowed, or null when it is now. One at an account without failures always is: nobody who types their password
 * right pays for what others at the address did.
 */
export function findBlockedUntil({ address, account, pair }: AttemptCounts): Date | null {
  if (account.failures === 0) return null;
  if (address.failures >= maxFailuresOfAddress) return address.resetAt;
  if (account.failures >= maxFailures && pair.failures >= maxFailuresElsewhere) {
    return new Date(Math.min(pair.resetAt.getTime(), account.resetAt.getTime()));
  }
  return null;
}

/** When a failure that was just counted is past the limit, when that ends; else null: it is told as what it is. */
export function findExceeded({ address, account }: AttemptCounts): Date | null {
  if (account.failures > maxFailures) return account.resetAt;
  return address.failures > maxFailuresOfAddress ? address.resetAt : null;
}
