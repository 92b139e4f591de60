import type { Caller } from '@plotline/kit/core/caller';
import type { QuotaUse } from '@plotline/kit/core/quota';
import type { Context } from '../../context.js';

/** Reads the quota of properties or units. There is no limit in the sandbox, or for callers without a plan. */
export async function readListingQuota(
  { properties, units, quotasOf }: Pick<Context, 'properties' | 'units' | 'quotasOf'>,
  caller: Caller,
  name: 'properties' | 'units',
): Promise<QuotaUse> {
  const isLimited = caller.mode === 'live' && caller.plan !== '';
  const limit = isLimited ? quotasOf(caller.plan)[name] : null;
  const store = name === 'units' ? units : properties;
  const used = limit === null ? 0 : ((await store.countAll(caller)) ?? 0);
  return { name, limit, used };
}
