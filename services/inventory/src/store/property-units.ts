import type { Tenant } from '@plotline/kit/caller';
import type { Collection } from '@plotline/kit/mongo/collection';
import type { ClientSession } from 'mongoose';
import { assertRemovable } from '../domain/sale.js';
import type { Unit } from '../domain/unit.js';
import type { UnitCounter } from '../domain/unit-counter.js';

/** The units of properties, as far as these count and remove them. */
export class PropertyUnits {
  readonly #collection: Collection<Unit>;

  constructor(collection: Collection<Unit>) {
    this.#collection = collection;
  }

  /** The properties that have units. */
  async listProperties(tenant: Tenant): Promise<string[]> {
    const rows = await this.#collection
      .in(tenant)
      .aggregate<{ readonly _id: string }>([{ $group: { _id: '$property_id' } }]);
    return rows.map(({ _id }) => _id);
  }

  /** Counts the units of a property within a transaction, whatever its counter says. */
  async count(tenant: Tenant, propertyId: string, session: ClientSession): Promise<UnitCounter> {
    const records = this.#collection.in(tenant);
    const options = { hint: 'property', session };
    return {
      units_count: await records.count({ property_id: propertyId }, options),
      units_available: await records.count({ property_id: propertyId, status: 'available' }, options),
    };
  }

  /** Deletes the units of a property that was removed, without a trace. */
  async deleteOrphans(tenant: Tenant, propertyId: string): Promise<void> {
    await this.#collection.in(tenant).delete({ property_id: propertyId });
  }

  /** Deletes the units of a property in a transaction that deletes their counter, too; resolves to their ids. */
  async remove(tenant: Tenant, propertyId: string, session: ClientSession): Promise<string[]> {
    const records = this.#collection.in(tenant);
    const sold = await records.findOne({ property_id: propertyId, deal_id: { $ne: null } }, session);
    if (sold) assertRemovable(sold);
    const removed = await records.find(
      { property_id: propertyId },
      { projection: { _id: 1 }, hint: 'property', session },
    );
    await records.delete({ property_id: propertyId }, session);
    return removed.map(({ id }) => id);
  }
}
