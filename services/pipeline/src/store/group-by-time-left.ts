import type { Command } from '@plotline/kit/store/idempotency/command';

/** A transaction that has so much time takes less. */
const enoughMs = 2_048;

/**
 * The writes by the time that their requests have left, the shortest first. The earliest deadline is that of a whole transaction: a request
 * loses less than half of its time to others, and what is more than enough.
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
