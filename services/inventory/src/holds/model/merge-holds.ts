import { type Hold, reviseHold } from './hold.js';
import { changeOpen, type Holding, release } from './holding.js';
import type { HeldLead } from './new-hold.js';

/** Returns the active hold of the two, or otherwise the hold that is earlier in the queue. */
function findFirst(one: Hold, other: Hold): Hold {
  return (one.position ?? 0) <= (other.position ?? 0) ? one : other;
}

/**
 * Moves the open hold of a merged lead to the surviving lead. If the surviving lead also has an open hold on the unit,
 * keeps the active hold, or otherwise the one that is earlier in the queue. The other hold ends with `lead_merged`.
 */
export function moveToSurvivor(holding: Holding, merged: Hold, survivor: HeldLead, now: Date): Holding {
  const own = holding.open.find(({ lead_id }) => lead_id === survivor.id);
  const to = { lead_id: survivor.id, lead_version: survivor.version };
  const after = reviseHold(merged, to, now);
  const moved = changeOpen(holding, merged, 'transferred', after, { isMerge: true });
  if (!own) return moved;
  const other = findFirst(own, merged).id === own.id ? after : own;
  return release(moved, other, { reason: 'lead_merged' }, now);
}
