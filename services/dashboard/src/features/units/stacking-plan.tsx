import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { unitStatuses } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import { RowSpace } from '../../ui/tables/row-space.js';
import { FloorHead } from './floor-head.js';
import { stackUnits, toRows } from './floors.js';
import type { ListedUnit } from './listed-unit.js';
import { PlanCell } from './plan-cell.js';
import classes from './stacking-plan.module.css';
import { useGridKeys } from './use-grid-keys.js';
import type { Selection } from './use-selection.js';

interface StackingPlanProps {
  readonly units: readonly ListedUnit[];
  /** Checks whether a unit matches the filters. Other units keep their place but lose their colour. */
  readonly isMatch: (unit: ListedUnit) => boolean;
  readonly onOpen: (id: string) => void;
  /** Undefined if the person can't change units. */
  readonly selection: Selection | undefined;
}

/** Height in pixels of a row with three lines of text. */
const estimatedHeight = 62;

/** Shows the floors of a development, highest first. Each cell has the colour of its unit's status. */
export function StackingPlan({ units, isMatch, onOpen, selection }: StackingPlanProps) {
  const grid = useRef<HTMLTableElement>(null);
  const { current, onKeyDown, onFocus } = useGridKeys(grid);
  const rows = useMemo(() => toRows(stackUnits(units)), [units]);
  const scrolled = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => estimatedHeight,
    overscan: 6,
    gap: 4,
    useFlushSync: false,
  });
  const visible = virtualizer.getVirtualItems();
  const visibleUnits = visible.flatMap(({ index }) => rows[index]?.units ?? []);
  const stop = visibleUnits.some(({ id }) => id === current) ? current : visibleUnits[0]?.id;
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
      <Text size="xs" c="dimmed" mb="xs" visibleFrom="sm">
        Arrow keys move between units, Enter opens one{selection === undefined ? '.' : ', Space selects it.'}
      </Text>
      <div ref={scrolled} className={classes.scroll}>
        <table
          ref={grid}
          aria-label="Stacking plan"
          aria-rowcount={rows.length}
          className={classes.plan}
          onKeyDown={onGridKey}
          onFocus={onFocus}
        >
          <tbody>
            <RowSpace height={visible[0]?.start ?? 0} columns={1} />
            {visible.map(({ index }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <tr key={index} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 1}>
                  <FloorHead row={row} isMatch={isMatch} selection={selection} />
                  {row.units.map((unit) => (
                    <PlanCell
                      key={unit.id}
                      unit={unit}
                      isMatch={isMatch(unit)}
                      isTabStop={unit.id === stop}
                      onOpen={onOpen}
                      selection={selection}
                    />
                  ))}
                </tr>
              );
            })}
            <RowSpace height={virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0)} columns={1} />
          </tbody>
        </table>
      </div>
    </>
  );
}
