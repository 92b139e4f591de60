import { toLimitedNetwork } from '@plotline/kit/http/request';
import type { Context } from '../../context.js';
import { attemptWindowMs, tooManyAttempts } from '../../throttling/model/attempt-limits.js';

const maxPerClient = 10;
const maxPerAddress = 50;

/**
 * Counts a failed authentication, by client and address and by the address alone. Throws RATE_LIMIT_EXCEEDED above a
 * limit. Refuses only failures: a secret can't be guessed, and no one can lock a client out.
 */
export async function recordClientFailure(
  { failures, clock }: Context,
  clientId: string | null,
  address: string,
): Promise<void> {
  const network = toLimitedNetwork(address);
  const subjects: readonly (readonly [string, number])[] = [
    [`oauth ${network}`, maxPerAddress],
    ...(clientId === null ? [] : [[`oauth ${network} ${clientId}`, maxPerClient] as const]),
  ];
  const keys = subjects.map(([key]) => key);
  const counts = await failures.add(keys, attemptWindowMs);
  for (const [place, { failures: count, resetAt }] of counts.entries()) {
    const [, max = 0] = subjects[place] ?? [];
    if (count > max) throw tooManyAttempts(resetAt, clock());
  }
}
