import type { Tenant } from '@plotline/kit/core/caller';
import { type Listed, listRecords } from '@plotline/kit/store/lists/list';
import type { KnownTotal } from '@plotline/kit/store/lists/total';
import { isDerivedField, toProjection } from '@plotline/kit/store/records/record-model';
import type { Records } from '@plotline/kit/store/records/records';
import { type Unit, type UnitStatus, unitStatuses } from '../model/unit.js';
import type { Visibility } from '../model/visibility.js';
import { planUnitList, type UnitQuery, withSortPath } from './unit-collection.js';
import type { UnitCounters } from './unit-counters.js';

/**
 * Returns the total if counters provide it. This requires that the caller may view all units. Counters provide the
 * total of all units, of a property's units, and of units with some statuses.
 */
function findKnownTotal(counters: UnitCounters, { tenant, query, allowed }: UnitPage): KnownTotal {
  const { page, per_page, sort, order, cursor, property_id, status, ...others } = query;
  const hasOthers = Object.values(others).some((condition) => condition !== undefined);
  return async () => {
    // A reset of the sandbox removes units before it corrects their counters.
    if (allowed !== 'all' || hasOthers || tenant.mode === 'sandbox') return null;
    if (property_id === undefined) return counters.findTotal(tenant, status);
    if (status !== undefined) return null;
    return (await counters.getMany(tenant, [property_id])).get(property_id)?.units_count ?? 0;
  };
}

/** Requested page of units. */
interface UnitPage {
  readonly tenant: Tenant;
  readonly query: UnitQuery;
  readonly allowed: Visibility;
  readonly fields: readonly (keyof Unit)[];
}

/** Reads one page of a list, with the given fields of its units. */
export async function listUnits(
  records: Records<Unit>,
  counters: UnitCounters,
  { tenant, query, allowed, fields }: UnitPage,
): Promise<Listed<Unit>> {
  const knownTotal = findKnownTotal(counters, { tenant, query, allowed, fields });
  const plan = await planUnitList(records, query, allowed, knownTotal);
  const ordered = withSortPath(query);
  // The path of the sort field replaces `price`, because a projection can't contain both.
  const sorted = isDerivedField(ordered.sort) ? ordered.sort : query.sort;
  return listRecords(records, plan, ordered, { projection: toProjection([...fields, sorted]) });
}

/** Counts the units of a workspace in each status. */
export async function countUnitsByStatus(
  records: Records<Unit>,
  counters: UnitCounters,
  tenant: Tenant,
): Promise<{ status: UnitStatus; count: number }[]> {
  const known = await counters.findAll(tenant);
  const count = async (status: UnitStatus) => known?.[status] ?? records.count({ status }, { hint: 'status' });
  return Promise.all(unitStatuses.map(async (status) => ({ status, count: await count(status) })));
}
