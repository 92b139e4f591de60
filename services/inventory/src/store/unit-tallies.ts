import { randomInt } from 'node:crypto';
import type { Tenant } from '@plotline/kit/caller';
import { type Collection, recordSchema, type Versioned } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { addTallies, noUnits, type UnitTally } from '../domain/unit-tally.js';
import type { Session } from './session.js';

/** A part of a property's tally; the parts add up to it, and one alone may be negative. */
interface TallyPart extends Versioned, UnitTally {
  readonly property_id: string;
}

/** As many changes of one property's units can commit side by side without meeting. */
const partsPerProperty = 8;

const tallySchema = recordSchema({ property_id: String, units_count: Number, units_available: Number });

function partId(propertyId: string, part: number): string {
  return `${propertyId}.${part}`;
}

/**
 * The tallies of units by property, kept exact by being changed in the transaction of the unit. Each is spread over
 * several records, which changes take in turn, so that sales of different units seldom wait for each other.
 */
export class UnitTallies {
  readonly #collection: Collection<TallyPart>;
  #turn = randomInt(partsPerProperty);

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<TallyPart>({
      name: 'unit_tallies',
      schema: tallySchema,
      indexes: [{ name: 'property', keys: { workspace_id: 1, property_id: 1 } }],
    });
  }

  /** Begins the tally of a new property. */
  async open(tenant: Tenant, propertyId: string, session: Session): Promise<void> {
    const parts = Array.from({ length: partsPerProperty }, (_, part) => ({
      id: partId(propertyId, part),
      version: 1,
      property_id: propertyId,
      ...noUnits,
    }));
    await this.#collection.in(tenant).insert(parts, session);
  }

  /** Ends the tally of a property that goes; units that are being added to it meet this and fail. */
  async close(tenant: Tenant, propertyId: string, session: Session): Promise<void> {
    await this.#collection.in(tenant).delete({ property_id: propertyId }, session);
  }

  /** Changes tallies; resolves to the properties among them that do not exist. */
  async shift(tenant: Tenant, differences: ReadonlyMap<string, UnitTally>, session: Session): Promise<string[]> {
    const missing: string[] = [];
    // In the order of ids, so that two changes of the same properties cannot block each other.
    for (const [propertyId, difference] of [...differences].sort(([one], [other]) => (one < other ? -1 : 1))) {
      // In turn, so that the changes under way in this process meet on no part; other processes began elsewhere.
      this.#turn = (this.#turn + 1) % partsPerProperty;
      const _id = partId(propertyId, this.#turn);
      if (!(await this.#collection.in(tenant).update({ _id }, { $inc: { ...difference } }, session))) {
        missing.push(propertyId);
      }
    }
    return missing;
  }

  /** The tallies of properties, by id. */
  async of(tenant: Tenant, propertyIds: readonly string[]): Promise<Map<string, UnitTally>> {
    const tallies = new Map<string, UnitTally>();
    if (propertyIds.length === 0) return tallies;
    const parts = await this.#collection.in(tenant).find({ property_id: { $in: propertyIds } }, { hint: 'property' });
    for (const { property_id, ...part } of parts) {
      tallies.set(property_id, addTallies(tallies.get(property_id) ?? noUnits, part));
    }
    return tallies;
  }
}
