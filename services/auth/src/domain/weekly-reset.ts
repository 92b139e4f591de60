/** The last Sunday at 00:00 UTC, which may be now: when the sandbox of every workspace is reset. */
export function findLastWeeklyReset(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - now.getUTCDay()));
}
