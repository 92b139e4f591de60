import type { Caller } from '@plotline/kit/core/caller';
import type { ChangeTime, EntryInput } from '@plotline/kit/store/journal/entry';
import type { RecordChange } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Unit } from '../model/unit.js';

/** Units after the end of holds whose time has passed, and the entries about that. */
export interface UnitsAfterExpiry {
  readonly units: readonly Unit[];
  readonly entries: readonly EntryInput[];
}

/** Holds of units, which are written in the transactions that change the units. */
export interface UnitHolds {
  /**
   * Ends active holds whose time has passed, and makes the first of their queues active. Resolves to all given units,
   * in their order. Writes nothing when no hold is due. `at` replaces the time of the change, to see which are due.
   */
  expire(
    caller: Caller,
    units: readonly Unit[],
    time: ChangeTime,
    session: TransactionSession,
    at?: Date,
  ): Promise<UnitsAfterExpiry>;
  /** Ends all holds of units that have lost theirs by a change: by a sale, or off the market. */
  follow(
    caller: Caller,
    changes: readonly RecordChange<Unit>[],
    time: ChangeTime,
    session: TransactionSession,
  ): Promise<readonly EntryInput[]>;
}
