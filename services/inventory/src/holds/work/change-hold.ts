import type { Answer } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call } from '@plotline/kit/http/handler';
import type { ChangeTime, EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { withLock } from '@plotline/kit/store/transactions/process-lock';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { assertOpen, type HeldState } from '../model/change-hold.js';
import type { Hold } from '../model/hold.js';
import { expireDue, findHold, type Holding } from '../model/holding.js';
import type { HoldingChange } from '../store/hold-book.js';
import { isHoldConflict } from './add-hold.js';
import { assertOwnLeadById } from './hold-leads.js';

export type ChangeContext = Pick<Context, 'leads' | 'holds' | 'holdBook' | 'holdGuards' | 'runtime'>;

/** State on which a decision is based. `target` is the unit to move to, if it exists. */
export interface ChangeState extends HeldState {
  readonly target: Holding | null;
}

/** Change of a hold that a person or an API client has requested. */
export interface HoldChange {
  readonly id: string;
  readonly targetUnitId?: string | undefined;
  /** Whether the hold is already in the requested state, so that nothing changes. */
  readonly isDone?: (hold: Hold) => boolean;
  /** Reads the other data that the decision needs. Runs again after a conflict. */
  readonly prepare?: (hold: Hold) => Promise<void>;
  /** Further checks in the transaction, which may throw. */
  readonly check?: (hold: Hold, now: Date, session: TransactionSession) => Promise<void>;
  /** Decides without side effects; may throw a Problem. Returns the changed holdings. */
  readonly decide: (state: ChangeState, now: Date) => readonly Holding[];
  readonly toAnswer: (hold: Hold) => Answer;
}

const noEntries: readonly EntryInput[] = [];

/** State on which a decision is based, as read in its transaction. */
interface ReadState {
  /** State of the hold after overdue holds were ended. */
  readonly hold: Hold;
  /** Stored holdings of the hold's unit and of the unit to move to. */
  readonly read: readonly Holding[];
  /** The same holdings by unit, after overdue holds were ended. */
  readonly current: ReadonlyMap<string, Holding>;
  readonly now: Date;
}

/** Reads a hold with its unit. Throws VersionConflict if the hold no longer belongs to the lead in `known`. */
async function readState(
  { holds, holdBook }: Pick<Context, 'holds' | 'holdBook'>,
  caller: Caller,
  { known, targetUnitId }: { readonly known: Hold; readonly targetUnitId: string | undefined },
  time: ChangeTime,
  session: TransactionSession,
): Promise<ReadState> {
  const stored = await holds.get(caller, known.id, session);
  if (!stored || stored.lead_id !== known.lead_id) throw new VersionConflict();
  const unitIds = [stored.unit_id, ...(targetUnitId === undefined ? [] : [targetUnitId])];
  const read = [...(await holdBook.load(caller, [...new Set(unitIds)], session)).values()];
  const now = time.after(stored, ...read.flatMap(({ unit, open }) => [unit, ...open]));
  const current = new Map(read.map((holding) => [holding.unit.id, expireDue(holding, now)]));
  const holding = current.get(stored.unit_id);
  return { hold: (holding && findHold(holding, known.id)) ?? stored, read, current, now };
}

/** Pairs each read holding with the changed holding. */
function toChanges({ read, current }: ReadState, decided: readonly Holding[]): readonly HoldingChange[] {
  const after = new Map([...current, ...decided.map((holding) => [holding.unit.id, holding] as const)]);
  return read.map((before) => ({ before, after: after.get(before.unit.id) ?? before }));
}

/** Returns the holding of an open hold's unit. Throws CONFLICT when the hold has ended and its unit is deleted. */
function getOwnHolding({ hold, current }: ReadState): Holding {
  const holding = current.get(hold.unit_id);
  if (holding) return holding;
  assertOpen(hold);
  throw notFound();
}

/**
 * Applies a decision to a hold, together with its unit and its queue. The decision treats a hold whose time has passed
 * as ended. Rejects with NOT_FOUND, with FORBIDDEN when the lead belongs to another agent, with PRECONDITION_FAILED, or
 * with the error of the decision.
 */
export function changeHold(
  context: ChangeContext,
  call: Pick<Call, 'caller' | 'claim' | 'header'>,
  change: HoldChange,
): Promise<Answer> {
  const { holds, holdBook, runtime } = context;
  const { caller, header } = call;
  const { id, targetUnitId, isDone, prepare, check, decide, toAnswer } = change;

  async function store(known: Hold) {
    const { answer } = await runtime.journal.commit(call, async (session, time) => {
      const state = await readState(context, caller, { known, targetUnitId }, time, session);
      const { hold, now } = state;
      assertIfMatch(header, hold);
      if (isDone?.(hold)) return { entries: noEntries, answer: toAnswer(hold) };
      const holding = getOwnHolding(state);
      await check?.(hold, now, session);
      const target = state.current.get(targetUnitId ?? '') ?? null;
      const changes = toChanges(state, decide({ holding, hold, target }, now));
      const { entries } = await holdBook.save(caller, changes, time, session);
      const [after = hold] = changes.flatMap((one) => findHold(one.after, id) ?? []);
      return { entries, answer: toAnswer(after) };
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
