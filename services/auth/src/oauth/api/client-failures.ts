import { toLimitedNetwork } from '@plotline/kit/http/request';
import type { Context } from '../../context.js';
import { attemptWindowMs, tooManyAttempts } from '../../throttling/model/attempt-limits.js';

const maxPerClient = 10;
const maxPerAddress = 50;

/**
 * Counts a failed authentication twice: for the pair of client and address, and for the address alone. Throws
 * RATE_LIMIT_EXCEEDED above a limit. Never refuses a request with the right secret, so nobody can lock a client out.
 * This is safe, because a secret can't be guessed.
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
