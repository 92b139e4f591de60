import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { KeyClaims } from '@plotline/kit/store/records/external-ids';
import { toPropertyJson } from './properties/api/property-json.js';
import { Properties } from './properties/store/properties.js';
import { PropertyRemovals } from './properties/store/property-removals.js';
import { toUnitJson } from './units/api/unit-json.js';
import { PropertyUnits } from './units/store/property-units.js';
import { createUnitCollection } from './units/store/unit-collection.js';
import { UnitCounters } from './units/store/unit-counters.js';
import { UnitRemovals } from './units/store/unit-removals.js';
import { Units } from './units/store/units.js';

/** All stores of the service. They declare all its collections. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly counters: UnitCounters;
  readonly propertyUnits: PropertyUnits;
  readonly removals: PropertyRemovals;
  readonly unitRemovals: UnitRemovals;
  readonly units: Units;
  readonly properties: Properties;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const collection = createUnitCollection(runtime);
  const propertyUnits = new PropertyUnits(collection);
  const counters = new UnitCounters(runtime);
  const removals = new PropertyRemovals(runtime, { units: propertyUnits, counters });
  const claims = new KeyClaims(runtime, 'name_claims');
  return {
    sandboxResets: new SandboxResets(runtime),
    counters,
    propertyUnits,
    removals,
    unitRemovals: new UnitRemovals(collection, { counters, toJson: toUnitJson }),
    units: new Units(runtime, collection, { counters, claims, toJson: toUnitJson }),
    properties: new Properties(runtime, { counters, claims, removals, toJson: toPropertyJson }),
  };
}
