import { Checkbox, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useRef } from 'react';
import { toLabel } from '../../components/status-badge.js';
import { stackUnits } from './floors.js';
import { type ListedUnit, unitStatuses } from './listed-unit.js';
import { PlanCell } from './plan-cell.js';
import classes from './stacking-plan.module.css';
import { useGridKeys } from './use-grid-keys.js';
import { getChecked, type Selection } from './use-selection.js';

interface StackingPlanProps {
  readonly units: readonly ListedUnit[];
  /** Whether a unit fits the filters; those that do not stay in their place, without colour. */
  readonly isMatch: (unit: ListedUnit) => boolean;
  readonly onOpen: (id: string) => void;
  /** Absent where the person changes nothing. */
  readonly selection: Selection | undefined;
}

function nameFloor(building: string, floor: number | null): string {
  if (floor === null) return 'Others';
  const level = floor === 0 ? 'Ground' : `Floor ${floor}`;
  return building === '' ? level : `${building} · ${level}`;
}

/** The floors of a development, the highest first, with a cell for each unit in the colour of its status. */
export function StackingPlan({ units, isMatch, onOpen, selection }: StackingPlanProps) {
  const grid = useRef<HTMLTableElement>(null);
  const { current, onKeyDown, onFocus } = useGridKeys(grid);
  const rows = stackUnits(units);
  const first = rows[0]?.units[0]?.id;
  const stop = units.some(({ id }) => id === current) ? current : first;
  const onGridKey = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined;
    if (event.key === ' ' && id !== undefined && selection !== undefined) {
      event.preventDefault();
      selection.toggle([id], !selection.ids.has(id));
    } else onKeyDown(event);
  };
  return (
    <>
      <ul className={classes.legend} aria-label="Colours">
        {unitStatuses.map((status) => (
          <li key={status}>
            <span className={classes.swatch} data-status={status} aria-hidden />
            {toLabel(status)}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mb="xs">
        Arrow keys move between units, Enter opens one{selection === undefined ? '.' : ', Space selects it.'}
      </Text>
      <div className={classes.scroll}>
        <table ref={grid} aria-label="Stacking plan" className={classes.plan} onKeyDown={onGridKey} onFocus={onFocus}>
          <tbody>
            {rows.map(({ building, floor, units: onFloor }) => {
              const name = nameFloor(building, floor);
              const ids = onFloor.filter(isMatch).map(({ id }) => id);
              return (
                <tr key={name}>
                  <th scope="row" className={classes.name}>
                    {selection === undefined ? (
                      name
                    ) : (
                      <Checkbox
                        size="xs"
                        label={name}
                        disabled={ids.length === 0}
                        {...getChecked(selection, ids)}
                        onChange={({ currentTarget }) => selection.toggle(ids, currentTarget.checked)}
                      />
                    )}
                  </th>
                  {onFloor.map((unit) => (
                    <PlanCell
                      key={unit.id}
                      unit={unit}
                      isMatch={isMatch(unit)}
                      isStop={unit.id === stop}
                      onOpen={onOpen}
                      selection={selection}
                    />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
