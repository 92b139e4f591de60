import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Counts } from '@plotline/kit/store/counter-values';
import { Counters } from '@plotline/kit/store/counters';
import type { ClientSession } from 'mongoose';
import type { UnitStatus } from '../model/unit.js';
import { sumChanges, toUnitCounter, type UnitChange, type UnitCounter } from '../model/unit-counter.js';

const shardsOfProperty = 8;
const shardsOfWorkspace = 16;

/** Key of the single counter of a workspace. */
export const allUnits = 'units';

const toChanges = (sums: ReadonlyMap<string, Counts>) => new Map([...sums].map(([key, counts]) => [key, { counts }]));

/** Error that aborts a transaction. It means that the transaction adds units to properties that no longer exist. */
export class PropertiesMissing extends Error {
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super('Properties do not exist.');
    this.ids = ids;
  }
}

/**
 * Numbers of units in each property and in a workspace, in total and by status. A property has a counter from its
 * creation to its deletion, so no unit can be added to a property that is being deleted.
 */
export class UnitCounters {
  readonly ofProperties: Counters;
  readonly ofWorkspace: Counters;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    const shardsOf = { property: () => shardsOfProperty, workspace: () => shardsOfWorkspace };
    this.ofProperties = new Counters(runtime, { name: 'unit_counters', shardsOf: shardsOf.property, isOwned: true });
    this.ofWorkspace = new Counters(runtime, {
      name: 'workspace_unit_counts',
      shardsOf: shardsOf.workspace,
      isOwned: false,
    });
  }

  /** Applies changes of units. Resolves to the ids of the properties that don't exist. */
  async apply(tenant: Tenant, units: readonly UnitChange[], session: ClientSession): Promise<readonly string[]> {
    const changes = toChanges(sumChanges(units, ({ property_id }) => property_id));
    const missing = await this.ofProperties.add(tenant, changes, session);
    if (missing.length === 0) await this.applyToWorkspace(tenant, units, session);
    return missing;
  }

  /** Applies changes of units whose properties no longer have counters. */
  async applyToWorkspace(tenant: Tenant, units: readonly UnitChange[], session: ClientSession): Promise<void> {
    if (tenant.mode === 'sandbox') return;
    await this.ofWorkspace.add(tenant, toChanges(sumChanges(units, () => allUnits)), session);
  }

  /** Returns the counters of properties, by id. */
  async getMany(
    tenant: Tenant,
    propertyIds: readonly string[],
    session?: ClientSession,
  ): Promise<Map<string, UnitCounter>> {
    const found = await this.ofProperties.getMany(tenant, propertyIds, session);
    return new Map([...found].map(([id, { counts }]) => [id, toUnitCounter(counts)]));
  }

  /**
   * Returns the counter of all units in the workspace. Null in the sandbox, where a reset removes units without
   * changing counters.
   */
  async findAll(tenant: Tenant): Promise<UnitCounter | null> {
    if (tenant.mode === 'sandbox') return null;
    return toUnitCounter((await this.ofWorkspace.getMany(tenant, [allUnits])).get(allUnits)?.counts ?? {});
  }

  /**
   * Returns the number of all units, or of units with one of the statuses. Returns null if the units must be counted.
   */
  async findTotal(tenant: Tenant, statuses: readonly UnitStatus[] | undefined): Promise<number | null> {
    const counter = await this.findAll(tenant);
    if (!counter) return null;
    const names = statuses ? new Set(statuses) : (['units_count'] as const);
    return [...names].reduce((sum, name) => sum + counter[name], 0);
  }
}
