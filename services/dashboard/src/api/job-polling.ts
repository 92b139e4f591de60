const quickPolls = 10;
const quickMs = 1000;
const slowMs = 3000;

const activeStatuses: ReadonlySet<string> = new Set(['queued', 'running']);

/** Checks whether a background job, such as an import, is still queued or running. */
export function isActiveJob(status: string | undefined): boolean {
  return status !== undefined && activeStatuses.has(status);
}

/**
 * Returns the milliseconds until the next poll, or false when the job has ended. The polls slow down, because each
 * request counts towards the plan's limit.
 */
export function getPollInterval(status: string | undefined, polls: number): number | false {
  if (!isActiveJob(status)) return false;
  return polls < quickPolls ? quickMs : slowMs;
}
