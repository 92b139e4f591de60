import { Checkbox } from '@mantine/core';
import type { FloorRow } from './floors.js';
import type { ListedUnit } from './listed-unit.js';
import classes from './stacking-plan.module.css';
import { getChecked, type Selection } from './use-selection.js';

interface FloorHeadProps {
  readonly row: FloorRow<ListedUnit>;
  readonly isMatch: (unit: ListedUnit) => boolean;
  readonly selection: Selection | undefined;
}

/** Returns the label of a floor, such as `Floor 3`. */
export function getFloorLabel(floor: number): string {
  return floor === 0 ? 'Ground' : `Floor ${floor}`;
}

function getFloorName({ building, floor }: FloorRow<ListedUnit>['floor']): string {
  if (floor === null) return 'Other';
  const level = getFloorLabel(floor);
  return building === '' ? level : `${building} · ${level}`;
}

/** Row header with the floor's name. Its checkbox selects those units of the floor that match the filters. */
export function FloorHead({ row, isMatch, selection }: FloorHeadProps) {
  const name = getFloorName(row.floor);
  const ids = row.floor.units.filter(isMatch).map(({ id }) => id);
  return (
    <th scope="row" className={classes.name}>
      {row.isContinued ? <span className="visually-hidden">{name}, continued</span> : null}
      {!row.isContinued && selection === undefined ? name : null}
      {!row.isContinued && selection !== undefined ? (
        <Checkbox
          size="xs"
          label={name}
          disabled={ids.length === 0}
          {...getChecked(selection, ids)}
          onChange={({ currentTarget }) => selection.toggle(ids, currentTarget.checked)}
        />
      ) : null}
    </th>
  );
}
