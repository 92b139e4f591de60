import type { Tenant } from '@plotline/kit/caller';
import type { Records } from '@plotline/kit/mongo/collection';
import { toProjection } from '@plotline/kit/mongo/find-options';
import { type Listed, listRecords } from '@plotline/kit/mongo/list';
import type { Unit } from '../domain/unit.js';
import type { Visibility } from '../domain/visibility.js';
import { planUnitList, type UnitQuery, withSortPath } from './unit-collection.js';
import type { UnitCounters } from './unit-counters.js';

/** The property whose counter has the total of the list, where the caller may view all units; null where units are counted. */
function findCountedProperty(query: UnitQuery, allowed: Visibility): string | null {
  const { page, per_page, sort, order, cursor, property_id = null, ...others } = query;
  const hasOthers = Object.values(others).some((condition) => condition !== undefined);
  return allowed === 'all' && !hasOthers ? property_id : null;
}

/** A page of units that is asked for. */
interface UnitPage<Field> {
  readonly tenant: Tenant;
  readonly query: UnitQuery;
  readonly allowed: Visibility;
  readonly fields: readonly Field[];
}

/** One page of a list, of whose units these fields are read. */
export async function listUnits<Field extends keyof Unit>(
  records: Records<Unit>,
  counters: UnitCounters,
  { tenant, query, allowed, fields }: UnitPage<Field>,
): Promise<Listed<Pick<Unit, Field>>> {
  const { filter, ...hints } = await planUnitList(records, query, allowed);
  const counted = findCountedProperty(query, allowed);
  const knownTotal = async () => {
    // A reset of the sandbox removes units some time before it corrects their counters.
    if (counted === null || tenant.mode === 'sandbox') return null;
    return (await counters.getMany(tenant, [counted])).get(counted)?.units_count ?? 0;
  };
  const sorted = withSortPath(query);
  return listRecords(records, filter, sorted, {
    ...hints,
    knownTotal,
    projection: toProjection([...fields, query.sort]),
  });
}
