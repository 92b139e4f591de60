import { toLimitedNetwork } from '@plotline/kit/http/client-address';
import type { Context } from '../../context.js';
import { tooManyAttempts } from '../../people/api/prove-password.js';
import { attemptWindowMs } from '../../throttling/model/attempt-limits.js';

const maxPerClient = 10;
const maxPerAddress = 50;

/**
 * Counts a failed authentication of a client, by client and address and by the address alone. Throws RATE_LIMIT_EXCEEDED above a limit.
 * Only failures are refused: a secret cannot be guessed, and so nobody can lock a client out.
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
