import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { assertRemovable } from '../model/sale.js';
import type { Unit, UnitStatus } from '../model/unit.js';
import { addUnits } from '../model/unit-counter.js';

/** Number of a property's units with one status. */
interface StatusCount {
  readonly _id: { readonly property_id: string; readonly status: UnitStatus };
  readonly count: number;
}

/** Matches held units. */
function heldBy(condition: Filter = {}): Filter {
  return { 'hold.id': { $gt: '' }, ...condition };
}

/** Units of properties, for counting, rebuilding and removing. */
export class PropertyUnits {
  readonly #collection: Collection<Unit>;

  constructor(collection: Collection<Unit>) {
    this.#collection = collection;
  }

  /** Lists the properties that have units. */
  async listProperties(tenant: Tenant): Promise<string[]> {
    const rows = await this.#collection
      .in(tenant)
      .aggregate<{ readonly _id: string }>([{ $group: { _id: '$property_id' } }]);
    return rows.map(({ _id }) => _id);
  }

  /** Returns those of the given property ids whose properties have units. */
  async findProperties(tenant: Tenant, ids: readonly string[], session: ClientSession): Promise<string[]> {
    const stages = [{ $match: { property_id: { $in: [...ids] } } }, { $group: { _id: '$property_id' } }];
    const options = { hint: 'property', session };
    const rows = await this.#collection.in(tenant).aggregate<{ readonly _id: string }>(stages, options);
    return rows.map(({ _id }) => _id);
  }

  /** Counts the workspace's units by property, without using counters. Includes only properties that have units. */
  async countByProperty(tenant: Tenant, session: ClientSession): Promise<Map<string, Record<string, number>>> {
    const stages = [{ $group: { _id: { property_id: '$property_id', status: '$status' }, count: { $sum: 1 } } }];
    const rows = await this.#collection.in(tenant).aggregate<StatusCount>(stages, { hint: 'property', session });
    const counted = new Map<string, Record<string, number>>();
    for (const { _id, count } of rows) addUnits(counted, _id.property_id, _id.status, count);
    return counted;
  }

  /** Recomputes the derived fields of all units. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.#collection, mode, progress);
  }

  /** Deletes the units of a removed property without journal entries. */
  async deleteOrphans(tenant: Tenant, propertyId: string): Promise<void> {
    await this.#collection.in(tenant).delete({ property_id: propertyId });
  }

  /** Throws CONFLICT when a unit of the property is in an active deal or held. */
  async assertRemovable(tenant: Tenant, propertyId: string, session: ClientSession): Promise<void> {
    const filter = { property_id: propertyId, $or: [{ deal_id: { $ne: null } }, heldBy()] };
    const [kept] = await this.#collection.in(tenant).find(filter, { limit: 1, hint: 'property', session });
    if (kept) assertRemovable(kept);
  }

  /** Finds the held units of a property whose hold ends at that time or earlier. */
  findDue(tenant: Tenant, propertyId: string, at: Date, session: ClientSession): Promise<Unit[]> {
    const filter = { property_id: propertyId, ...heldBy({ 'hold.expires_at': { $lte: at } }) };
    return this.#collection.in(tenant).find(filter, { hint: 'property', session });
  }

  async hasMoreThan(tenant: Tenant, propertyId: string, count: number, session: ClientSession): Promise<boolean> {
    const options = { limit: count + 1, hint: 'property', session };
    return (await this.#collection.in(tenant).count({ property_id: propertyId }, options)) > count;
  }

  /** Deletes up to `limit` units of a property whose counter is already deleted. Resolves to the deleted units. */
  async remove(
    tenant: Tenant,
    propertyId: string,
    limit: number,
    session: ClientSession,
  ): Promise<Pick<Unit, 'id' | 'property_id' | 'status'>[]> {
    const records = this.#collection.in(tenant);
    const options = { projection: { property_id: 1, status: 1 }, hint: 'property', limit, session } as const;
    const removed = await records.find({ property_id: propertyId }, options);
    const ids = removed.map(({ id }) => id);
    if (ids.length > 0) await records.delete({ _id: { $in: ids }, property_id: propertyId }, session);
    return removed;
  }
}
