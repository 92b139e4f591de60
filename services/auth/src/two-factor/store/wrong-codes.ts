import { Problem } from '@plotline/kit/core/errors';
import type { Clock } from '@plotline/kit/core/time';
import { attemptWindowMs, tooManyAttempts } from '../../throttling/model/attempt-limits.js';
import type { Failures } from '../../throttling/store/failures.js';

/**
 * Maximum wrong codes of an account in a window. There are only a few possible codes, so a person who knows the
 * password could guess one.
 */
const maxWrongCodes = 10;
/**
 * Maximum wrong codes of an account in a day. Then codes are refused until the day is over or the password is changed.
 */
const maxWrongCodesPerDay = 30;
const dayMs = 24 * 3_600_000;

interface Counts {
  readonly failures: Failures;
  readonly clock: Clock;
}

const toKeys = (personId: string) => ({ window: `code ${personId}`, day: `codes of a day ${personId}` });

/**
 * Clears the counts of wrong codes after a change of the password, because the person who guessed codes only knows the
 * previous password.
 */
export async function forgetWrongCodes({ failures }: Pick<Counts, 'failures'>, personId: string): Promise<void> {
  await Promise.all(Object.values(toKeys(personId)).map((key) => failures.clear(key)));
}

/**
 * Counts an attempt before `check` tests the code, so that simultaneous guesses all count. A correct code clears the
 * count of the window. Rejects with RATE_LIMIT_EXCEEDED after ten wrong codes in 15 minutes or thirty in a day, no
 * matter who enters the code. Calls `onLimit` when the tenth code is wrong.
 */
export async function limitCodes<T>(
  { failures, clock }: Counts,
  personId: string,
  check: () => Promise<T>,
  onLimit: () => Promise<void> = async () => undefined,
): Promise<T> {
  const keys = toKeys(personId);
  const [[inWindow], [inDay]] = await Promise.all([
    failures.add([keys.window], attemptWindowMs),
    failures.add([keys.day], dayMs),
  ]);
  if (inDay && inDay.failures > maxWrongCodesPerDay) {
    throw tooManyAttempts(inDay.resetAt, clock(), 'Too many wrong codes today. Set a new password to try again.');
  }
  if (inWindow && inWindow.failures > maxWrongCodes) {
    await failures.forgive(keys.day);
    throw tooManyAttempts(inWindow.resetAt, clock());
  }
  try {
    const result = await check();
    await Promise.all([failures.clear(keys.window), failures.forgive(keys.day)]);
    return result;
  } catch (error) {
    if (inWindow?.failures === maxWrongCodes && error instanceof Problem) await onLimit();
    throw error;
  }
}
