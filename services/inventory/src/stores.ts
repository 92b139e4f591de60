import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { KeyClaims } from '@plotline/kit/store/records/external-ids';
import { SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import { HeldUnits } from './holds/store/held-units.js';
import { HoldBook } from './holds/store/hold-book.js';
import { createHoldCollection } from './holds/store/hold-collection.js';
import { HoldCounts } from './holds/store/hold-counts.js';
import { HoldGuards } from './holds/store/hold-guards.js';
import { Holds } from './holds/store/holds.js';
import { Milestones } from './milestones/store/milestones.js';
import { toPropertyJson } from './properties/api/property-json.js';
import { Properties } from './properties/store/properties.js';
import { PropertyRemovals } from './properties/store/property-removals.js';
import { toUnitJson } from './units/api/unit-json.js';
import { PropertyUnits } from './units/store/property-units.js';
import { createUnitCollection } from './units/store/unit-collection.js';
import { UnitCounters } from './units/store/unit-counters.js';
import { UnitRemovals } from './units/store/unit-removals.js';
import { Units } from './units/store/units.js';

/** All stores of the service. They declare all its database collections. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly counters: UnitCounters;
  readonly milestones: Milestones;
  readonly propertyUnits: PropertyUnits;
  readonly removals: PropertyRemovals;
  readonly unitRemovals: UnitRemovals;
  readonly units: Units;
  readonly properties: Properties;
  readonly holds: Holds;
  readonly holdBook: HoldBook;
  readonly holdGuards: HoldGuards;
  readonly holdCounts: HoldCounts;
  /** Deactivated agents whose holds must be checked again. */
  readonly holdReassignments: SubjectJobs;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const collection = createUnitCollection(runtime);
  const propertyUnits = new PropertyUnits(collection);
  const counters = new UnitCounters(runtime);
  const milestones = new Milestones(runtime);
  const holds = createHoldCollection(runtime);
  const holdBook = new HoldBook({ holds, units: collection, counters, toUnitJson });
  const heldUnits = new HeldUnits(holdBook);
  const removals = new PropertyRemovals(runtime, { units: propertyUnits, counters, milestones, holds: heldUnits });
  const claims = new KeyClaims(runtime, 'name_claims');
  return {
    sandboxResets: new SandboxResets(runtime),
    counters,
    milestones,
    propertyUnits,
    removals,
    unitRemovals: new UnitRemovals(collection, { runtime, counters, holds: heldUnits, toJson: toUnitJson }),
    units: new Units(runtime, collection, { counters, claims, holds: heldUnits, toJson: toUnitJson }),
    properties: new Properties(runtime, { counters, claims, removals, milestones, toJson: toPropertyJson }),
    holds: new Holds(holds),
    holdBook,
    holdGuards: new HoldGuards(runtime),
    holdCounts: new HoldCounts(holds),
    holdReassignments: new SubjectJobs(runtime, 'hold_reassignments'),
  };
}
