import type { Caller } from '@plotline/kit/core/caller';
import type { ChangeTime, EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { type Hold, reviseHold } from '../model/hold.js';
import { expireDue, type Holding, release } from '../model/holding.js';
import { deletedVersion } from '../store/hold-guards.js';
import { isHoldConflict } from './add-hold.js';

export type EndContext = Pick<Context, 'holds' | 'holdBook' | 'holdGuards' | 'runtime'>;

/** Maximum holds that are changed in one transaction. */
const maxBatch = 50;

/** End of a lead. */
export interface LeadEnd {
  readonly leadId: string;
  /** Version of the lead when it was lost. Null for a deleted lead. */
  readonly version: number | null;
}

/** Decides about a holding that contains an open hold. */
type DecideOpen = (holding: Holding, hold: Hold, now: Date) => Holding;

/**
 * Applies a decision to holds on several units in one transaction. Skips holds whose time has passed, and holds that an
 * earlier decision has ended.
 */
export async function changeHolds(
  { holdBook }: Pick<Context, 'holdBook'>,
  caller: Caller,
  found: readonly Hold[],
  time: ChangeTime,
  session: TransactionSession,
  decide: DecideOpen,
): Promise<readonly EntryInput[]> {
  const loaded = await holdBook.load(caller, [...new Set(found.map(({ unit_id }) => unit_id))], session);
  const read = [...loaded.values()];
  const now = time.after(...read.flatMap(({ unit, open }) => [unit, ...open]));
  const after = new Map(read.map((holding) => [holding.unit.id, expireDue(holding, now)]));
  for (const { id, unit_id } of found) {
    const holding = after.get(unit_id);
    const hold = holding?.open.find((one) => one.id === id);
    if (holding && hold) after.set(unit_id, decide(holding, hold, now));
  }
  const changes = read.map((before) => ({ before, after: after.get(before.unit.id) ?? before }));
  const { entries } = await holdBook.save(caller, changes, time, session);
  const missing = found.map(({ unit_id }) => unit_id).filter((id) => !loaded.has(id));
  return [...entries, ...(await holdBook.endStray(caller, [...new Set(missing)], time, session))];
}

/** Returns the changes that remove the notes from a deleted lead's hold. */
export const withoutNotes = (hold: Hold): Partial<Hold> => ({ notes: null, terms: { ...hold.terms, notes: null } });

/** Removes the notes from some ended holds of a deleted lead. Resolves to the number of holds. */
async function removeNotes({ holds, holdBook, runtime }: EndContext, caller: Caller, leadId: string): Promise<number> {
  const hasNotes = { $or: [{ notes: { $ne: null } }, { 'terms.notes': { $ne: null } }] };
  const { result } = await runtime.journal.commit({ caller }, async (session, time) => {
    const found = await holds.findOfLead(caller, leadId, hasNotes, maxBatch, session);
    const now = time.after(...found);
    const pairs = found.map((before) => ({ before, after: reviseHold(before, withoutNotes(before), now) }));
    await holdBook.changeEnded(caller, pairs, session);
    return { entries: [], result: found.length };
  });
  return result;
}

/**
 * Ends the open holds of a lead that was lost or deleted. Prevents requests that have read an earlier version of the
 * lead from creating more holds. Removes the notes from the holds of a deleted lead. May be repeated, and may run
 * before or after later changes of the lead.
 */
export async function endHoldsOfLead(context: EndContext, caller: Caller, { leadId, version }: LeadEnd): Promise<void> {
  const { holds, holdGuards, runtime } = context;
  const ended = version ?? deletedVersion;
  const isDeleted = version === null;
  const endBatch = async () => {
    const { result } = await runtime.journal.commit({ caller }, async (session, time) => {
      await holdGuards.end(caller, leadId, { version: ended, now: time.at }, session);
      const found = await holds.findOpenBefore(caller, leadId, ended, maxBatch, session);
      const entries = await changeHolds(context, caller, found, time, session, (holding, hold, now) => {
        const fields = isDeleted ? withoutNotes(hold) : {};
        return release(holding, hold, { reason: isDeleted ? 'lead_deleted' : 'lead_lost', fields }, now);
      });
      return { entries, result: found.length };
    });
    return result;
  };
  const retry = (work: () => Promise<number>) => retryOnConflict(work, { isConflict: isHoldConflict });
  while ((await retry(endBatch)) === maxBatch);
  if (isDeleted) while ((await retry(() => removeNotes(context, caller, leadId))) === maxBatch);
}
