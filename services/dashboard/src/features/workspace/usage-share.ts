/**
 * Returns the used share of a limit, from 0 to 1 in whole percents, as screen readers say it; undefined without a
 * limit.
 */
export function toShare(used: number, limit: number | null): number | undefined {
  if (limit === null) return undefined;
  return limit === 0 ? 1 : Math.min(Math.round((used / limit) * 100) / 100, 1);
}
