import type { Caller } from '@plotline/kit/core/caller';
import { assertDailyQuota, toQuotaHeaders } from '@plotline/kit/core/quota';
import type { Clock } from '@plotline/kit/core/time';
import type { JobData } from '@plotline/kit/tasks/job';
import type { JobQueue } from '@plotline/kit/tasks/job-queue';
import type { Quotas } from '@plotline/protos/plotline/auth/v1/quotas';
import { countToday } from '../store/measure-usage.js';

interface QuotaContext {
  readonly quotasOf: (plan: string) => Quotas;
  readonly runtime: { readonly clock: Clock };
}

/**
 * Throws RATE_LIMIT_EXCEEDED (`daily_quota_reached`) when the workspace may create no more of these jobs on the current
 * day (UTC). Returns the headers of the response to the next one. Callers without a plan have no limit. Concurrent
 * requests read the same number, so a workspace can exceed the limit by the number of requests that it may have in
 * flight.
 */
export async function useDailyQuota<D extends JobData>(
  { quotasOf, runtime }: QuotaContext,
  caller: Caller,
  name: 'imports' | 'exports',
  queue: Pick<JobQueue<D>, 'collection'>,
): Promise<Readonly<Record<string, string>>> {
  const limit = caller.plan === '' ? null : quotasOf(caller.plan)[name];
  if (limit === null) return {};
  const now = runtime.clock();
  const use = { name, limit, used: await countToday(queue, caller, now) };
  assertDailyQuota(use, now);
  return toQuotaHeaders(use);
}
