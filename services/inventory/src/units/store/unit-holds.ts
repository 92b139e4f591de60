import type { Caller } from '@plotline/kit/core/caller';
import type { ChangeTime, EntryInput } from '@plotline/kit/store/journal/entry';
import type { RecordChange } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Unit } from '../model/unit.js';

/** Units after overdue holds were ended, and the resulting journal entries. */
export interface UnitsAfterExpiry {
  readonly units: readonly Unit[];
  readonly entries: readonly EntryInput[];
}

/** Holds on units, which are written in the transactions that change the units. */
export interface UnitHolds {
  /**
   * Ends active holds whose time has passed by `at`, which defaults to the time of the change. Activates the first
   * holds in their queues. Resolves to all given units, in their order. Writes nothing if no hold is due.
   */
  expire(
    caller: Caller,
    units: readonly Unit[],
    time: ChangeTime,
    session: TransactionSession,
    at?: Date,
  ): Promise<UnitsAfterExpiry>;
  /**
   * Ends all holds on units that a change has sold or taken off the market. Throws CONFLICT if a unit that is still
   * held gets a currency that differs from that of a paid deposit.
   */
  follow(
    caller: Caller,
    changes: readonly RecordChange<Unit>[],
    time: ChangeTime,
    session: TransactionSession,
  ): Promise<readonly EntryInput[]>;
}
