import { Problem } from '@plotline/kit/core/errors';
import { toLimitedNetwork } from '@plotline/kit/http/client-address';
import type { Context } from '../../context.js';
import type { Person } from '../../directory/model/person.js';
import type { FailureCount } from '../../throttling/model/attempt-limits.js';
import {
  type AttemptCounts,
  attemptWindowMs,
  findBlockedUntil,
  findExceeded,
} from '../../throttling/model/attempt-limits.js';
import { matchesPassword } from '../store/password-hashing.js';

const defaultMessage = 'Too many failed attempts; try again later.';

/** 429 until that time. */
export function tooManyAttempts(until: Date, now: Date, message = defaultMessage): Problem {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return new Problem('RATE_LIMIT_EXCEEDED', message, { retryAfter });
}

function toCounts([address, account, pair]: readonly FailureCount[]): AttemptCounts {
  if (!address || !account || !pair) throw new Error('A count is missing.');
  return { address, account, pair };
}

/**
 * The person whose address and password these are, or null, which takes the same time whether or not there is such an account.
 * Failures are counted by client address, by account and by both. Rejects with RATE_LIMIT_EXCEEDED when there were too many
 * (domain/attempt-limits.ts). `email` is in lower case.
 */
export async function provePassword(
  { people, failures, clock }: Context,
  { email, password }: { readonly email: string; readonly password: string },
  clientAddress: string,
): Promise<Person | null> {
  const network = toLimitedNetwork(clientAddress);
  const keys = [`address ${network}`, `account ${email}`, `account ${email} address ${network}`];
  const assertAllowed = async () => {
    const blockedUntil = findBlockedUntil(toCounts(await failures.read(keys)));
    if (blockedUntil) throw tooManyAttempts(blockedUntil, clock());
  };
  const [person] = await Promise.all([people.findByEmail(email), assertAllowed()]);
  if (await matchesPassword(password, person?.password_hash ?? null)) {
    // Again: of many guesses sent at the same time, those before this one have been counted by now.
    await assertAllowed();
    return person;
  }
  const exceeded = findExceeded(toCounts(await failures.add(keys, attemptWindowMs)));
  if (exceeded) throw tooManyAttempts(exceeded, clock());
  return null;
}
