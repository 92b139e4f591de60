import type { Caller } from '@plotline/kit/core/caller';
import type { QuotaUse } from '@plotline/kit/core/quota';
import type { Context } from '../../context.js';

/**
 * Reads the quota of leads. It has no limit in the sandbox, and for background work, such as an inquiry by mail, whose
 * caller has no plan: what it stores would be lost otherwise.
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
