import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';

type Cells = readonly (readonly HTMLElement[])[];

function readCells(grid: HTMLElement | null): Cells {
  const rows = [...(grid?.querySelectorAll<HTMLElement>('tr') ?? [])];
  return rows.map((row) => [...row.querySelectorAll<HTMLElement>('[data-cell]')]).filter((cells) => cells.length > 0);
}

/** Returns the position that a key moves to. Returns undefined for other keys. */
export function findTarget(
  key: string,
  lengths: readonly number[],
  { row, column }: { readonly row: number; readonly column: number },
): { row: number; column: number } | undefined {
  const inRow = (target: number) => {
    const next = Math.min(Math.max(target, 0), lengths.length - 1);
    return { row: next, column: Math.min(column, (lengths[next] ?? 1) - 1) };
  };
  const last = (lengths[row] ?? 1) - 1;
  if (key === 'ArrowUp') return inRow(row - 1);
  if (key === 'ArrowDown') return inRow(row + 1);
  if (key === 'ArrowLeft') return { row, column: Math.max(column - 1, 0) };
  if (key === 'ArrowRight') return { row, column: Math.min(column + 1, last) };
  if (key === 'Home') return { row, column: 0 };
  if (key === 'End') return { row, column: last };
  return undefined;
}

/**
 * Moves the focus between the `data-cell` elements of a grid with the arrow keys, Home and End. Tab returns to the cell
 * that had the focus last.
 */
export function useGridKeys(grid: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState<string>();
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => setCurrent((before) => target.dataset['cell'] ?? before);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cells = readCells(grid.current);
    const { target: from } = event;
    if (!(from instanceof HTMLElement)) return;
    const row = cells.findIndex((one) => one.includes(from));
    if (row < 0) return;
    const column = cells[row]?.indexOf(from) ?? 0;
    const target = findTarget(
      event.key,
      cells.map(({ length }) => length),
      { row, column },
    );
    if (!target) return;
    event.preventDefault();
    cells[target.row]?.[target.column]?.focus();
  };
  return { current, onKeyDown, onFocus };
}
