import type { Command } from '@plotline/kit/store/idempotency/command';

/** Time in which transactions finish. All requests that have more time left share one group. */
const enoughMs = 2_048;

/**
 * Groups the writes by the remaining time of their requests, shortest first. The earliest deadline of a group applies
 * to its whole transaction. Because of the groups, a request loses less than half of its remaining time, or only time
 * that it doesn't need.
 */
export function groupByTimeLeft<W extends { readonly command: Command }>(writes: readonly W[]): W[][] {
  const now = Date.now();
  const groups = new Map<number, W[]>();
  for (const write of writes) {
    const leftMs = Math.max(1, write.command.caller.deadline - now);
    const exponent = Math.floor(Math.log2(Math.min(leftMs, enoughMs)));
    const group = groups.get(exponent);
    if (group) group.push(write);
    else groups.set(exponent, [write]);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}
