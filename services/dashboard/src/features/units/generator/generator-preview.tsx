import { Box, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { formatCompactMoney, formatNumber } from '../../../ui/format/format-number.js';
import { getFloorLabel } from '../floor-head.js';
import classes from './generator.module.css';
import type { GeneratorValues } from './generator-values.js';
import type { PlannedUnit } from './plan-units.js';

interface Shown {
  readonly status: GeneratorValues['status'];
  readonly currency: string;
}

/** Groups units by floor, highest floor first. */
function groupByFloor(units: readonly PlannedUnit[]): readonly (readonly [number, readonly PlannedUnit[]])[] {
  const floors = new Map<number, PlannedUnit[]>();
  for (const unit of units) floors.set(unit.floor, [...(floors.get(unit.floor) ?? []), unit]);
  return [...floors].toReversed();
}

function PreviewCell({ unit, status, currency }: Shown & { readonly unit: PlannedUnit }) {
  const { unit_number, price, exists } = unit;
  if (exists) {
    return (
      <td className={`${classes.cell} ${classes.exists}`}>
        <b>{unit_number}</b>
        Exists
      </td>
    );
  }
  return (
    <td className={classes.cell} data-status={status}>
      <b>{unit_number}</b>
      {currency === '' ? formatNumber(price) : formatCompactMoney(price, currency)}
    </td>
  );
}

/** Shows the units that would be created, as a stacking plan. */
export function GeneratorPreview({ units, ...shown }: Shown & { readonly units: readonly PlannedUnit[] }) {
  const floors = useMemo(() => groupByFloor(units), [units]);
  return (
    <div className={classes.preview}>
      <Title order={3} size="h5" mb="xs">
        Preview
      </Title>
      {floors.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing to create yet.
        </Text>
      ) : (
        <Box component="section" aria-label="Units to create" tabIndex={0} className={classes.scroll}>
          <table className={classes.plan}>
            <tbody>
              {floors.map(([floor, onFloor]) => (
                <tr key={floor}>
                  <th scope="row" className={classes.floor}>
                    {getFloorLabel(floor)}
                  </th>
                  {onFloor.map((unit) => (
                    <PreviewCell key={unit.unit_number} unit={unit} {...shown} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </div>
  );
}
