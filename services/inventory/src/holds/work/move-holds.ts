import type { Caller } from '@plotline/kit/core/caller';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import { type Hold, isOpen, reviseHold } from '../model/hold.js';
import { type Holding, release } from '../model/holding.js';
import { moveToSurvivor } from '../model/merge-holds.js';
import { toHoldEntry } from '../store/hold-entries.js';
import { deletedVersion, type LeadState } from '../store/hold-guards.js';
import { isHoldConflict } from './add-hold.js';
import { changeHolds, type EndContext, withoutNotes } from './end-holds.js';
import { findLead } from './hold-leads.js';

export type MoveContext = EndContext & Pick<Context, 'leads'>;

/** Maximum holds that are moved in one transaction. */
const maxBatch = 50;

/** Ids of a merged lead and of the surviving lead. */
export interface LeadMerge {
  readonly mergedId: string;
  readonly survivorId: string;
}

/** Lead that gets the holds. */
interface Survivor {
  readonly id: string;
  readonly version: number;
  readonly stage: string;
}

type Fate = 'stays' | 'lead_lost' | 'lead_deleted';

/**
 * Decides about the holds that the surviving lead gets. That lead may be lost or deleted in the meantime. Throws
 * VersionConflict if it must be read again.
 */
function findFate({ version, stage }: Survivor, { ended_version }: LeadState): Fate {
  if (ended_version === deletedVersion) return 'lead_deleted';
  if (version > 0 && ended_version > version) throw new VersionConflict();
  return stage === 'lost' ? 'lead_lost' : 'stays';
}

function moveOpen(holding: Holding, hold: Hold, survivor: Survivor, fate: Fate, now: Date): Holding {
  const moved = moveToSurvivor(holding, hold, survivor, now);
  const left = moved.open.find(({ id }) => id === hold.id);
  if (!left || fate === 'stays') return moved;
  return release(moved, left, { reason: fate, fields: fate === 'lead_deleted' ? withoutNotes(left) : {} }, now);
}

/**
 * Moves some holds to the surviving lead, including ended holds. Resolves to the number of holds. If the surviving lead
 * was itself merged, also resolves to the lead into which it was merged.
 */
async function moveBatch(context: MoveContext, caller: Caller, mergedId: string, survivor: Survivor) {
  const { holds, holdBook, holdGuards, runtime } = context;
  const { result } = await runtime.journal.commit({ caller }, async (session, time) => {
    const ending = { version: deletedVersion, mergedInto: survivor.id, now: time.at };
    await holdGuards.end(caller, mergedId, ending, session);
    const state = await holdGuards.lock(caller, survivor.id, time.at, session);
    if (state.merged_into !== undefined) return { entries: [], result: { count: 0, next: state.merged_into } };
    const fate = findFate(survivor, state);
    const found = await holds.findOfLead(caller, mergedId, {}, maxBatch, session);
    const entries = await changeHolds(context, caller, found.filter(isOpen), time, session, (holding, hold, now) =>
      moveOpen(holding, hold, survivor, fate, now),
    );
    const ended = found.filter((hold) => !isOpen(hold));
    const now = time.after(...ended);
    const to = { lead_id: survivor.id, lead_version: survivor.version };
    const move = (hold: Hold) => (fate === 'lead_deleted' ? { ...withoutNotes(hold), ...to } : to);
    const pairs = ended.map((before) => ({ before, after: reviseHold(before, move(before), now) }));
    await holdBook.changeEnded(caller, pairs, session);
    const told = pairs.map((pair) =>
      toHoldEntry({ name: 'transferred', isMerge: true, ...pair }, { name: pair.after.unit_id }, caller.actor),
    );
    return { entries: [...entries, ...told], result: { count: found.length, next: null } };
  });
  return result;
}

/**
 * Moves the holds of a merged lead to the surviving lead, and follows further merges. Ends the holds if the surviving
 * lead has been lost or deleted in the meantime. Removes the notes from a deleted lead's holds. May be repeated, and
 * may run before or after other changes of both leads.
 */
export async function moveHoldsOfLead(context: MoveContext, caller: Caller, merge: LeadMerge): Promise<void> {
  const { mergedId } = merge;
  let { survivorId } = merge;
  const attempt = async () => {
    const lead = await findLead(context, caller, survivorId);
    // If the lead no longer exists, either the event about its end will still arrive, or the guard already reflects it.
    return moveBatch(context, caller, mergedId, lead ?? { id: survivorId, version: 0, stage: 'new' });
  };
  for (;;) {
    const { count, next } = await retryOnConflict(attempt, { isConflict: isHoldConflict });
    if (next === null && count === 0) return;
    survivorId = next ?? survivorId;
  }
}
