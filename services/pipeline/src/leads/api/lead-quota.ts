import type { Caller } from '@plotline/kit/core/caller';
import type { QuotaUse } from '@plotline/kit/core/quota';
import type { Context } from '../../context.js';

/**
 * Reads the quota for leads. There is no limit in the sandbox, and none for background work, whose caller has no plan.
 * With a limit, the leads of that work, such as inquiries by email, would be lost.
 */
export async function readLeadQuota(
  { leads, quotasOf }: Pick<Context, 'leads' | 'quotasOf'>,
  caller: Caller,
): Promise<QuotaUse> {
  const isLimited = caller.mode === 'live' && caller.plan !== '';
  const limit = isLimited ? quotasOf(caller.plan).leads : null;
  const used = limit === null ? 0 : ((await leads.countAll(caller)) ?? 0);
  return { name: 'leads', limit, used };
}
