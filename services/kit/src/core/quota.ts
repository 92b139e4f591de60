import { conflict, Problem } from './errors.js';

/** Use of a resource that the workspace's plan limits. */
export interface QuotaUse {
  /** Public name of the quota, such as `leads`. */
  readonly name: string;
  /** Null means unlimited. */
  readonly limit: number | null;
  readonly used: number;
}

/** Returns how much more the quota allows; Infinity when it is unlimited. */
export function findRoom({ limit, used }: Pick<QuotaUse, 'limit' | 'used'>): number {
  return limit === null ? Number.POSITIVE_INFINITY : Math.max(limit - used, 0);
}

/** Returns the sentence that describes a quota and its use. */
export function describeQuota({ name, limit, used }: QuotaUse): string {
  return `Your plan allows ${limit ?? 'unlimited'} ${name.replaceAll('_', ' ')}, and you have ${used}.`;
}

const toData = ({ name, limit, used }: QuotaUse) => ({ quota: name, limit: limit ?? 0, used });

/** Creates the error (`quota_reached`) for a record that exceeds the quota. */
export function quotaReached(use: QuotaUse): Problem {
  return conflict(`${describeQuota(use)} Delete some, or ask for a larger plan.`, 'quota_reached', toData(use));
}

/**
 * Throws CONFLICT (`quota_reached`) if the quota doesn't allow `added` more. Concurrent requests read the same number,
 * so together they can exceed the limit.
 */
export function assertQuota(use: QuotaUse, added = 1): void {
  if (added > findRoom(use)) throw quotaReached(use);
}

const dayMs = 86_400_000;

/** Returns the start of the UTC day. */
export function toDayStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs);
}

/** Returns the end of the UTC day, when daily quotas start again. */
export function toDayEnd(now: Date): Date {
  return new Date(toDayStart(now).getTime() + dayMs);
}

/** Throws RATE_LIMIT_EXCEEDED (`daily_quota_reached`) if the daily quota is used up. */
export function assertDailyQuota(use: QuotaUse, now: Date): void {
  if (findRoom(use) > 0) return;
  const retryAfter = Math.ceil((toDayEnd(now).getTime() - now.getTime()) / 1_000);
  const message = `Your plan allows ${use.limit} ${use.name} a day. Try again in ${retryAfter} seconds.`;
  throw new Problem('RATE_LIMIT_EXCEEDED', message, { reason: 'daily_quota_reached', data: toData(use), retryAfter });
}

/** Returns the quota headers for a response to the creation of `added` records. Returns none for an unlimited quota. */
export function toQuotaHeaders({ name, limit, used }: QuotaUse, added = 1): Readonly<Record<string, string>> {
  if (limit === null) return {};
  const remaining = Math.max(limit - used - added, 0);
  return { 'x-quota-name': name, 'x-quota-limit': String(limit), 'x-quota-remaining': String(remaining) };
}
