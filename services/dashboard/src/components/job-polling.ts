const quickPolls = 10;
const quickMs = 1000;
const slowMs = 3000;

const underWay: ReadonlySet<string> = new Set(['queued', 'running']);

/** Whether a job, such as an import, still changes by itself. */
export function isUnderWay(status: string | undefined): boolean {
  return status !== undefined && underWay.has(status);
}

/** After how many milliseconds to ask again: each second at first, then less often, as every answer counts for the plan's limit. */
export function getPollInterval(status: string | undefined, polls: number): number | false {
  if (!isUnderWay(status)) return false;
  return polls < quickPolls ? quickMs : slowMs;
}
