import { isDeepStrictEqual } from 'node:util';
import type { Caller, Mode, Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { ChangeTime, EntryInput } from '@plotline/kit/store/journal/entry';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { RecordChange } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Unit } from '../../units/model/unit.js';
import type { UnitCounters } from '../../units/store/unit-counters.js';
import { toUnitChangedEntry, type UnitToJson } from '../../units/store/unit-entries.js';
import { type Hold, reviseHold } from '../model/hold.js';
import { createHolding, type Holding, toHeldUnit } from '../model/holding.js';
import { toHoldEntry } from './hold-entries.js';

interface HoldBookOptions {
  readonly holds: Collection<Hold>;
  readonly units: Collection<Unit>;
  readonly counters: UnitCounters;
  readonly toUnitJson: UnitToJson;
}

/** Units after an id, in one workspace or in all workspaces. */
interface UnitRange {
  readonly after: string;
  readonly workspaceId: string | undefined;
  readonly limit: number;
}

/** Unit with its open holds, and its workspace. */
interface OwnedHolding {
  readonly workspaceId: string;
  readonly holding: Holding;
}

/** Holding before and after the decision. */
export type HoldingChange = RecordChange<Holding>;

const description = { type: 'hold_changed', description: "The unit's hold changed." } as const;

/** Reads and writes units together with their open holds, in the transaction of a change. */
export class HoldBook {
  readonly #options: HoldBookOptions;

  constructor(options: HoldBookOptions) {
    this.#options = options;
  }

  /** Reads units with their open holds, by unit id. Ignores unknown ids. */
  async load(tenant: Tenant, unitIds: readonly string[], session: TransactionSession): Promise<Map<string, Holding>> {
    const units = await this.#options.units.in(tenant).find({ _id: { $in: [...unitIds] } }, { session });
    return this.loadOf(tenant, units, session);
  }

  /** Adds the open holds to units that were read in the transaction. */
  async loadOf(tenant: Tenant, units: readonly Unit[], session: TransactionSession): Promise<Map<string, Holding>> {
    const filter = { unit_id: { $in: units.map(({ id }) => id) }, status: { $in: ['active', 'queued'] } };
    const open =
      units.length === 0 ? [] : await this.#options.holds.in(tenant).find(filter, { hint: 'unit_open', session });
    return new Map(
      units.map((unit) => [
        unit.id,
        createHolding(
          unit,
          open.filter(({ unit_id }) => unit_id === unit.id),
        ),
      ]),
    );
  }

  /** Reads the next units of a mode, sorted by id, with their open holds. */
  async readNext(mode: Mode, { after, workspaceId, limit }: UnitRange): Promise<OwnedHolding[]> {
    const own = workspaceId === undefined ? {} : { workspace_id: workspaceId };
    const units = await this.#options.units
      .acrossWorkspaces(mode)
      .find({ ...own, _id: { $gt: after } }, { sort: { _id: 1 }, limit });
    const found = await this.#options.holds.acrossWorkspaces(mode).find({
      workspace_id: { $in: [...new Set(units.map(({ workspace_id }) => workspace_id))] },
      unit_id: { $in: units.map(({ id }) => id) },
      status: { $in: ['active', 'queued'] },
    });
    return units.map(({ workspace_id, ...unit }) => ({
      workspaceId: workspace_id,
      holding: createHolding(
        unit,
        found.filter((hold) => hold.unit_id === unit.id && hold.workspace_id === workspace_id),
      ),
    }));
  }

  /** Writes the holds that a change has created or changed, without their units. Resolves to the journal entries. */
  async saveHolds(caller: Caller, changes: readonly HoldingChange[], session: TransactionSession) {
    const read = new Map(changes.flatMap(({ before }) => before.open.map((hold) => [hold.id, hold] as const)));
    const decided = changes.flatMap(({ after }) => [...after.open, ...after.ended]);
    const records = this.#options.holds.in(caller);
    const pairs = decided.flatMap((after) => {
      const before = read.get(after.id);
      return before && before !== after ? [{ before, after }] : [];
    });
    // Writes holds that were active first, because a unit has at most one active hold at any time.
    const isFirst = ({ before }: RecordChange<Hold>) => (before.status === 'active' ? 0 : 1);
    await records.changeAll(
      pairs.sort((one, other) => isFirst(one) - isFirst(other)),
      session,
    );
    const created = decided.filter(({ id }) => !read.has(id));
    if (created.length > 0) await records.insertAll(created, session);
    return changes.flatMap(({ after }) => after.events.map((event) => toHoldEntry(event, after.unit, caller.actor)));
  }

  /** Prevents the deletion of a property until the transaction ends. Resolves to whether the property exists. */
  lockProperty(tenant: Tenant, propertyId: string, session: TransactionSession): Promise<boolean> {
    return this.#options.counters.ofProperties.lock(tenant, propertyId, session);
  }

  /** Changes holds independently of their units, such as ended holds. */
  async changeEnded(tenant: Tenant, changes: readonly RecordChange<Hold>[], session: TransactionSession) {
    await this.#options.holds.in(tenant).changeAll(changes, session);
  }

  /** Ends the open holds on units that don't exist. A reset or a restored backup may leave such holds. */
  async endStray(caller: Caller, unitIds: readonly string[], time: ChangeTime, session: TransactionSession) {
    if (unitIds.length === 0) return [];
    const records = this.#options.holds.in(caller);
    const filter = { unit_id: { $in: [...unitIds] }, status: { $in: ['active', 'queued'] } };
    const found = await records.find(filter, { hint: 'unit_open', session });
    const now = time.after(...found);
    const end = { status: 'released', position: null, ended_at: now, ended_reason: 'unit_withdrawn' } as const;
    const pairs = found.map((before) => ({ before, after: reviseHold(before, end, now) }));
    await records.changeAll(pairs, session);
    return pairs.map((pair) => toHoldEntry({ name: 'released', ...pair }, { name: pair.after.unit_id }, caller.actor));
  }

  /**
   * Writes changed holdings: their holds, units and counters. Resolves to the units as stored, in the order of the
   * changes, and to the journal entries. Rejects with NOT_FOUND if a property is deleted at the same time.
   */
  async save(
    caller: Caller,
    changes: readonly HoldingChange[],
    time: ChangeTime,
    session: TransactionSession,
  ): Promise<{ readonly units: readonly Unit[]; readonly entries: readonly EntryInput[] }> {
    const changed = changes.filter(({ before, after }) => before !== after);
    const ofHolds = await this.saveHolds(caller, changed, session);
    const pairs = changes.map(({ before, after }) => ({
      before: before.unit,
      after: before === after ? before.unit : toHeldUnit(after, time.at),
    }));
    const told = await this.#saveUnits(caller, pairs, session);
    const missing = await this.#options.counters.apply(
      caller,
      pairs.filter(({ before, after }) => before.status !== after.status),
      session,
    );
    if (missing.length > 0) throw notFound();
    const entries = told.map(({ before, after }) =>
      toUnitChangedEntry(before, after, description, this.#options.toUnitJson),
    );
    const versions = new Map(told.map(({ after }) => [after.id, after.version + 1]));
    const units = pairs.map(({ after }) => ({ ...after, version: versions.get(after.id) ?? after.version }));
    return { units, entries: [...entries, ...ofHolds] };
  }

  /**
   * Writes units. Doesn't create a new version if only the length of a queue changed, because the length is not public.
   * Resolves to the units with a new version.
   */
  async #saveUnits(tenant: Tenant, pairs: readonly RecordChange<Unit>[], session: TransactionSession) {
    const records = this.#options.units.in(tenant);
    const withoutQueue = ({ hold, updated_at: _time, ...unit }: Unit) => ({
      ...unit,
      hold: hold && { ...hold, queue_length: 0 },
    });
    const isVisible = ({ before, after }: RecordChange<Unit>) =>
      !isDeepStrictEqual(withoutQueue(before), withoutQueue(after));
    const visible = pairs.filter(isVisible);
    // All transactions use the same order, so that no two transactions wait for each other.
    const byId = (one: RecordChange<Unit>, other: RecordChange<Unit>) => (one.after.id < other.after.id ? -1 : 1);
    await records.changeAll([...visible].sort(byId), session);
    const lengths = pairs
      .filter((pair) => !isVisible(pair))
      .flatMap(({ before: { id, version, hold }, after }) => {
        if (!after.hold || hold?.queue_length === after.hold.queue_length) return [];
        const update = { $set: { 'hold.queue_length': after.hold.queue_length } };
        return [{ filter: { _id: id, version }, update }];
      });
    await records.updateEach(lengths, session);
    return visible;
  }
}
