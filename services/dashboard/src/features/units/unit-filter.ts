import type { Filters } from '../../ui/filters/use-filters.js';
import { compareUnitNumbers } from './floors.js';
import type { ListedUnit } from './listed-unit.js';

export const unitFilterNames = ['find', 'status', 'type', 'bedrooms', 'agent', 'visibility'] as const;

/**
 * Checks whether a unit matches all filters. `find` searches its number and name. The agent `none` matches unassigned
 * units.
 */
export function matchesUnit(unit: ListedUnit, filters: Filters): boolean {
  const { find = '', status, type, bedrooms, agent, visibility } = filters;
  const text = `${unit.unit_number ?? ''} ${unit.name}`.toLowerCase();
  return (
    text.includes(find.trim().toLowerCase()) &&
    (!status || status.split(',').includes(unit.status)) &&
    (!type || type === unit.type) &&
    (!bedrooms || Number(bedrooms) === unit.bedrooms) &&
    (!agent || agent === (unit.assigned_agent ?? 'none')) &&
    (!visibility || visibility === unit.visibility)
  );
}

const comparisons: Readonly<Record<string, (left: ListedUnit, right: ListedUnit) => number>> = {
  number: compareUnitNumbers,
  type: (left, right) => (left.type ?? '').localeCompare(right.type ?? ''),
  bedrooms: (left, right) => (left.bedrooms ?? -1) - (right.bedrooms ?? -1),
  size: (left, right) => (left.size.interior ?? -1) - (right.size.interior ?? -1),
  price: (left, right) => left.price.amount - right.price.amount,
  status: (left, right) => left.status.localeCompare(right.status),
  visibility: (left, right) => left.visibility.localeCompare(right.visibility),
};

/** Sorts units by a column, and units with equal values by number. */
export function sortUnits(units: readonly ListedUnit[], column: string, isDescending: boolean): ListedUnit[] {
  const compare = comparisons[column] ?? compareUnitNumbers;
  const sign = isDescending ? -1 : 1;
  return units.toSorted((left, right) => sign * compare(left, right) || compareUnitNumbers(left, right));
}
