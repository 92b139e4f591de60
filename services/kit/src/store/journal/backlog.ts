import { randomInt } from 'node:crypto';
import type { Mode } from '../../core/caller.js';
import { Limiter } from '../../core/limiter.js';
import type { Lease } from '../lease.js';
import { type Entry, shareCount } from './entry.js';
import type { Outbox } from './outbox.js';

/** Maximum entries that are published together. A round of large entries has fewer. */
const maxRound = 500;
/**
 * Maximum shares that a process works on at the same time. While one waits for the broker, the other waits for the
 * database.
 */
const maxSharesAtOnce = 2;
/** Term of a lease. A killed process delays the other processes for this time. */
const leaseSeconds = 3;

const shares = Array.from({ length: shareCount }, (_none, share) => share);

export interface BacklogOptions {
  readonly mode: Mode;
  readonly outbox: Pick<Outbox, 'findDue' | 'markPublished'>;
  readonly lease: Pick<Lease, 'whileHeld'>;
  readonly canPublish: () => boolean;
  /** Publishes entries; resolves to the ids of the published ones. */
  readonly publish: (entries: readonly Entry[]) => Promise<readonly string[]>;
}

/** Shuffles the shares, so that processes rarely request the same lease. */
function inAnyOrder<T>(items: readonly T[]): T[] {
  const first = randomInt(items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Publishes the due entries of a share, in order and under its lease. Resolves to whether none is left. */
async function publishShare(options: BacklogOptions, share: number, dueBefore: Date): Promise<boolean> {
  const { mode, outbox, lease, canPublish, publish } = options;
  const find = (limit: number) => outbox.findDue(mode, dueBefore, limit, share);
  if ((await find(1)).length === 0) return true;
  const work = async (isHeld: () => boolean) => {
    for (;;) {
      const entries = await find(maxRound);
      if (entries.length === 0) return true;
      if (!isHeld() || !canPublish()) return false;
      await outbox.markPublished(mode, await publish(entries));
    }
  };
  const held = await lease.whileHeld(mode, `relay ${share}`, work, leaseSeconds);
  return held?.result ?? false;
}

/**
 * Publishes due entries of all processes. Each share of the workspaces is published by one process at a time, in commit
 * order. Resolves to whether none is left. Also resolves to false while other processes publish some.
 */
export async function publishBacklog(options: BacklogOptions, dueBefore: Date): Promise<boolean> {
  if ((await options.outbox.findDue(options.mode, dueBefore, 1)).length === 0) return true;
  const limiter = new Limiter({ max: maxSharesAtOnce });
  const work = inAnyOrder(shares).map((share) => limiter.run('', () => publishShare(options, share, dueBefore)));
  // The next scan starts when all shares have ended, even if one failed.
  const ended = await Promise.allSettled(work);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return ended.every((share) => share.status === 'fulfilled' && share.value);
}
