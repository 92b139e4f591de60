/** The part of a limit that is used, from 0 to 1; undefined where there is no limit. */
export function toShare(used: number, limit: number | null): number | undefined {
  if (limit === null) return undefined;
  return limit === 0 ? 1 : Math.min(used / limit, 1);
}
