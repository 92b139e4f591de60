import type { CounterSource } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import { addCounts, type Counts } from '@plotline/kit/store/counter-values';
import type { PropertyUnits } from '../../units/store/property-units.js';
import { allUnits, type UnitCounters } from '../../units/store/unit-counters.js';
import type { Properties } from './properties.js';

interface CountedStores {
  readonly properties: Properties;
  readonly propertyUnits: PropertyUnits;
  readonly counters: UnitCounters;
}

/** Describes how to count units for the counters of their properties. */
export function createPropertyCounterSource({ properties, propertyUnits, counters }: CountedStores): CounterSource {
  return {
    counters: counters.ofProperties,
    count: async (tenant, session) => {
      const counted = await propertyUnits.countByProperty(tenant, session);
      const ofProperties = new Map<string, Counts>();
      for await (const id of properties.ids(tenant, session)) ofProperties.set(id, counted.get(id) ?? {});
      return ofProperties;
    },
    lockOwners: (tenant, ids, session) => properties.lock(tenant, ids, session),
  };
}

/** Describes how to count all units for the counters of workspaces. */
export function createWorkspaceCounterSource({
  propertyUnits,
  counters,
}: Pick<CountedStores, 'propertyUnits' | 'counters'>): CounterSource {
  return {
    counters: counters.ofWorkspace,
    count: async (tenant, session) => {
      if (tenant.mode === 'sandbox') return new Map();
      const sum: Record<string, number> = {};
      const counted = await propertyUnits.countByProperty(tenant, session);
      for (const counts of counted.values()) addCounts(sum, counts);
      return new Map([[allUnits, sum]]);
    },
  };
}
