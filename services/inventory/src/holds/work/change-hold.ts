import type { Answer } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call } from '@plotline/kit/http/handler';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { withLock } from '@plotline/kit/store/transactions/process-lock';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { assertOpen, type HeldState } from '../model/change-hold.js';
import type { Hold } from '../model/hold.js';
import { findHold, type Holding, settle } from '../model/holding.js';
import { isHoldConflict } from './add-hold.js';
import { assertOwnLeadById } from './hold-leads.js';

export type ChangeContext = Pick<Context, 'leads' | 'holds' | 'holdBook' | 'holdGuards' | 'runtime'>;

/** State that a change is decided on. `target` is the unit to move to, if it exists. */
export interface ChangeState extends HeldState {
  readonly target: Holding | null;
}

/** Change of a hold that a person or a program has requested. */
export interface HoldChange {
  readonly id: string;
  readonly targetUnitId?: string | undefined;
  /** Whether the hold already is what the request wants, so that nothing changes. */
  readonly isDone?: (hold: Hold) => boolean;
  /** Reads what the decision needs from elsewhere. Runs again after a conflict. */
  readonly prepare?: (hold: Hold) => Promise<void>;
  /** Further checks in the transaction, which may throw. */
  readonly check?: (hold: Hold, now: Date, session: TransactionSession) => Promise<void>;
  /** Decides without side effects; may throw a Problem. Returns the holdings that changed. */
  readonly decide: (state: ChangeState, now: Date) => readonly Holding[];
  readonly toAnswer: (hold: Hold) => Answer;
}

const noEntries: readonly EntryInput[] = [];

/**
 * Applies a decision to a hold, together with its unit and its queue. A hold whose time has passed has ended for the
 * decision. Rejects with NOT_FOUND, with FORBIDDEN when the lead is another agent's, with PRECONDITION_FAILED, or with
 * the error of the decision.
 */
export function changeHold(
  context: ChangeContext,
  call: Pick<Call, 'caller' | 'claim' | 'header'>,
  change: HoldChange,
): Promise<Answer> {
  const { holds, holdBook, runtime } = context;
  const { caller, header } = call;
  const { id, targetUnitId, isDone = () => false, prepare, check, decide, toAnswer } = change;

  async function store(known: Hold) {
    const { answer } = await runtime.journal.commit(call, async (session, time) => {
      const stored = await holds.get(caller, id, session);
      if (!stored || stored.lead_id !== known.lead_id) throw new VersionConflict();
      const unitIds = [stored.unit_id, ...(targetUnitId === undefined ? [] : [targetUnitId])];
      const loaded = await holdBook.load(caller, [...new Set(unitIds)], session);
      const read = [...loaded.values()];
      const now = time.after(stored, ...read.flatMap(({ unit, open }) => [unit, ...open]));
      const settled = new Map(read.map((holding) => [holding.unit.id, settle(holding, now)]));
      const holding = settled.get(stored.unit_id);
      const hold = (holding && findHold(holding, id)) ?? stored;
      assertIfMatch(header, hold);
      if (isDone(hold)) return { entries: noEntries, answer: toAnswer(hold) };
      if (!holding) {
        assertOpen(hold);
        throw notFound();
      }
      await check?.(hold, now, session);
      const target = targetUnitId === undefined ? null : (settled.get(targetUnitId) ?? null);
      const decided = decide({ holding, hold, target }, now);
      for (const one of decided) settled.set(one.unit.id, one);
      const changes = read.map((before) => ({ before, after: settled.get(before.unit.id) ?? before }));
      const { entries } = await holdBook.save(caller, changes, time, session);
      const after = changes.flatMap((one) => findHold(one.after, id) ?? [])[0];
      return { entries, answer: toAnswer(after ?? hold) };
    });
    return answer;
  }

  return retryOnConflict(
    async () => {
      const known = await holds.get(caller, id);
      if (!known) throw notFound();
      await assertOwnLeadById(context, caller, known.lead_id);
      await prepare?.(known);
      return withLock(known.unit_id, () => store(known));
    },
    { isConflict: isHoldConflict },
  );
}
