import type { Tenant } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { diff } from '@plotline/kit/journal/diff';
import type { ChangedRecord } from '@plotline/kit/mongo/change-record';
import type { Collection } from '@plotline/kit/mongo/collection';
import { listRecords } from '@plotline/kit/mongo/list';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { setStatus } from '../domain/edit-unit.js';
import { assertRemovable } from '../domain/removal.js';
import type { Sight } from '../domain/sight.js';
import type { Unit, UnitStatus } from '../domain/unit.js';
import { tallyMoves, type UnitMove } from '../domain/unit-tally.js';
import type { Session } from './session.js';
import {
  changedUnitEntry,
  createdUnitEntry,
  deletedUnitEntry,
  type RenderUnit,
  type UnitChange,
} from './unit-entry.js';
import { storedOrder, type UnitQuery, unitCountIndex, unitFilter, unitIndex } from './unit-query.js';
import { unitIndexes, unitSchema } from './unit-schema.js';
import type { UnitTallies } from './unit-tallies.js';

export interface UnitStoreOptions {
  readonly tallies: UnitTallies;
  readonly render: RenderUnit;
}

export interface StatusOrder {
  readonly status: UnitStatus;
  readonly now: Date;
}

/** Ends a transaction that adds units to properties which have gone. */
class PropertiesGone extends Error {
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super('Properties have gone.');
    this.ids = ids;
  }
}

/** Units, what happened to them, and the tallies that follow from them. */
export class Units {
  readonly #collection: Collection<Unit>;
  readonly #runtime: ServiceRuntime;
  readonly #tallies: UnitTallies;
  readonly #render: RenderUnit;

  constructor(runtime: ServiceRuntime, { tallies, render }: UnitStoreOptions) {
    this.#runtime = runtime;
    this.#tallies = tallies;
    this.#render = render;
    this.#collection = runtime.collection<Unit>({ name: 'units', schema: unitSchema, indexes: unitIndexes });
  }

  /** Stores new units, all or none: none when some of their properties have gone meanwhile, to whose ids it resolves. */
  async add(command: Command, units: readonly Unit[], answer: Answer): Promise<readonly string[]> {
    if (units.length === 0) return [];
    const { caller } = command;
    try {
      await this.#runtime.journal.commit(command, async (session) => {
        await this.#collection.in(caller).insert(units, session);
        const differences = tallyMoves(units.map((after) => ({ before: null, after })));
        const missing = await this.#tallies.shift(caller, differences, session);
        if (missing.length > 0) throw new PropertiesGone(missing);
        return { entries: units.map((unit) => createdUnitEntry(unit, this.#render)), answer };
      });
      return [];
    } catch (error) {
      if (error instanceof PropertiesGone) return error.ids;
      throw error;
    }
  }

  get(tenant: Tenant, id: string): Promise<Unit | null> {
    return this.#collection.in(tenant).get(id);
  }

  getMany(tenant: Tenant, ids: readonly string[], session?: Session): Promise<Unit[]> {
    return this.#collection.in(tenant).find({ _id: { $in: ids } }, session ? { session } : {});
  }

  list(tenant: Tenant, query: UnitQuery, sight: Sight) {
    return listRecords(this.#collection.in(tenant), unitFilter(query, sight), storedOrder(query), {
      hint: unitIndex(query),
      countHint: unitCountIndex(query),
    });
  }

  /** How many units there are in a status. */
  countIn(tenant: Tenant, status: UnitStatus): Promise<number> {
    return this.#collection.in(tenant).count({ status }, { hint: 'status' });
  }

  /**
   * Applies a decision (pure; may throw a Problem) to a unit; resolves to the unit as stored and the answer that tells of it.
   * The unit is read in the transaction that changes it: of parallel decisions each sees what the one before it made of
   * the unit.
   */
  async change<A extends Answer | undefined>(
    command: Command,
    id: string,
    change: UnitChange,
    decide: (unit: Unit) => Unit,
    toAnswer: (unit: Unit) => A,
  ): Promise<ChangedRecord<Unit, A>> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { answer, result } = await this.#runtime.journal.commit(command, async (session) => {
      const before = await records.get(id, session);
      if (!before) throw notFound();
      const after = decide(before);
      if (Object.keys(diff(before, after)).length === 0)
        return { entries: [], answer: toAnswer(before), result: before };
      const stored = await records.replace(after, session);
      await this.#count(caller, [{ before, after }], session);
      const entries = [changedUnitEntry(before, after, change, this.#render)];
      return { entries, answer: toAnswer(stored), result: stored };
    });
    return { record: result, answer };
  }

  /**
   * Puts units into a status, all or none. `check` sees those that exist and throws when they are not all that were
   * meant. Rejects with CONFLICT when one would leave a live deal.
   */
  async setStatus(
    command: Command,
    ids: readonly string[],
    { status, now }: StatusOrder,
    check: (found: readonly Unit[]) => void,
  ): Promise<void> {
    const { caller } = command;
    await this.#runtime.journal.commit(command, async (session) => {
      const found = await this.getMany(caller, ids, session);
      check(found);
      const moves = found
        .map((before) => ({ before, after: setStatus(before, status, now) }))
        .filter(({ before, after }) => before !== after);
      if (moves.length === 0) return { entries: [] };
      const changed = { _id: { $in: moves.map(({ before }) => before.id) } };
      const update = { $set: { status, updated_at: now }, $inc: { version: 1 } };
      await this.#collection.in(caller).updateMany(changed, update, session);
      await this.#count(caller, moves, session);
      const change = { type: 'field_update', description: `The unit became ${status}.` } as const;
      return { entries: moves.map(({ before, after }) => changedUnitEntry(before, after, change, this.#render)) };
    });
  }

  /** Deletes a unit. `check` sees it first and may throw a Problem. Rejects with NOT_FOUND, or CONFLICT in a live deal. */
  async remove(command: Command, id: string, check: (unit: Unit) => void): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    await this.#runtime.journal.commit(command, async (session) => {
      const before = await records.get(id, session);
      if (!before) throw notFound();
      check(before);
      assertRemovable(before);
      await records.delete({ _id: id }, session);
      await this.#count(caller, [{ before, after: null }], session);
      return { entries: [deletedUnitEntry(before, this.#render)] };
    });
  }

  /** Deletes the units of a property within a transaction that ends their tally; resolves to their ids. */
  async removeOf(tenant: Tenant, propertyId: string, session: Session): Promise<string[]> {
    const records = this.#collection.in(tenant);
    const sold = await records.findOne({ property_id: propertyId, deal_id: { $ne: null } }, session);
    if (sold) assertRemovable(sold);
    const gone = await records.find({ property_id: propertyId }, { projection: { _id: 1 }, hint: 'property', session });
    await records.delete({ property_id: propertyId }, session);
    return gone.map(({ id }) => id);
  }

  async #count(tenant: Tenant, moves: readonly UnitMove[], session: Session): Promise<void> {
    const missing = await this.#tallies.shift(tenant, tallyMoves(moves), session);
    if (missing.length > 0) throw new Error(`The tally of ${missing[0]} is missing.`);
  }
}
