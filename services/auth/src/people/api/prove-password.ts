import { toLimitedNetwork } from '@plotline/kit/http/request';
import type { Context } from '../../context.js';
import type { Person } from '../../directory/model/person.js';
import {
  type AttemptCounts,
  attemptWindowMs,
  type FailureCount,
  findBlockedUntil,
  findExceeded,
  tooManyAttempts,
} from '../../throttling/model/attempt-limits.js';
import { matchesPassword } from '../store/password-hashing.js';

function toCounts([address, account, pair]: readonly FailureCount[]): AttemptCounts {
  if (!address || !account || !pair) throw new Error('A count is missing.');
  return { address, account, pair };
}

/**
 * Finds the person with that address and password. Resolves to null if they don't match, in the same time whether or
 * not the account exists. Counts failures by client address, by account and by both. Rejects with RATE_LIMIT_EXCEEDED
 * after too many failures (`throttling/model/attempt-limits.ts`). `email` is in lower case.
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
    // Checked again, because guesses that arrived at the same time may have been counted during the hashing.
    await assertAllowed();
    return person;
  }
  const exceeded = findExceeded(toCounts(await failures.add(keys, attemptWindowMs)));
  if (exceeded) throw tooManyAttempts(exceeded, clock());
  return null;
}
