import type { Caller } from '@plotline/kit/core/caller';
import type { ChangeTime } from '@plotline/kit/store/journal/entry';
import type { RecordChange } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { isHoldDue } from '../../units/model/held-unit.js';
import type { Unit } from '../../units/model/unit.js';
import type { UnitHolds, UnitsAfterExpiry } from '../../units/store/unit-holds.js';
import { assertDepositFits } from '../model/deposit.js';
import { endAll, expireDue } from '../model/holding.js';
import type { HoldBook } from './hold-book.js';

/** Writes the holds on units in the transactions that change the units. */
export class HeldUnits implements UnitHolds {
  readonly #book: HoldBook;

  constructor(book: HoldBook) {
    this.#book = book;
  }

  async expire(
    caller: Caller,
    units: readonly Unit[],
    time: ChangeTime,
    session: TransactionSession,
    at = time.at,
  ): Promise<UnitsAfterExpiry> {
    const due = units.filter((unit) => isHoldDue(unit, at));
    if (due.length === 0) return { units, entries: [] };
    const holdings = [...(await this.#book.loadOf(caller, due, session)).values()];
    const now = time.after(...due, ...holdings.flatMap(({ open }) => open));
    const changes = holdings.map((before) => ({ before, after: expireDue(before, now) }));
    const saved = await this.#book.save(caller, changes, time, session);
    const current = new Map(saved.units.map((unit) => [unit.id, unit]));
    return { units: units.map((unit) => current.get(unit.id) ?? unit), entries: saved.entries };
  }

  async follow(caller: Caller, changes: readonly RecordChange<Unit>[], time: ChangeTime, session: TransactionSession) {
    await this.#assertDepositsFit(caller, changes, session);
    const lost = changes.filter(({ before, after }) => before.hold && !after.hold).map(({ after }) => after);
    if (lost.length === 0) return [];
    const holdings = [...(await this.#book.loadOf(caller, lost, session)).values()];
    const now = time.after(...holdings.flatMap(({ open }) => open));
    return this.#book.saveHolds(
      caller,
      holdings.map((before) => ({ before, after: endAll(before, now) })),
      session,
    );
  }

  /** Throws CONFLICT if a held unit gets a currency that differs from that of a paid deposit. */
  async #assertDepositsFit(caller: Caller, changes: readonly RecordChange<Unit>[], session: TransactionSession) {
    const changed = changes.filter(({ before, after }) => after.hold && before.price.currency !== after.price.currency);
    const units = changed.map(({ after }) => after);
    for (const { unit, open } of (await this.#book.loadOf(caller, units, session)).values()) {
      for (const hold of open) assertDepositFits(hold, unit);
    }
  }
}
