import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type GridAction, type GridCommand, toGridCommand } from './grid-keys.js';
import type { LeadRow } from './table-row.js';
import type { RowSelection } from './use-row-selection.js';
import type { TableRows } from './use-table-rows.js';
import type { VirtualList } from './use-virtual-rows.js';

/** Returns the index of the row in which an event occurred. */
function findIndex(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return row === null ? undefined : Number(row.dataset['index']);
}

/** Checks whether a link or a checkbox in a row handles a key itself. */
function isOwnKey({ target, key }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches('a, input') && (key === ' ' || key === 'Enter');
}

/** Parts of the table that the keys act on. */
export interface GridParts {
  readonly rows: TableRows;
  readonly list: VirtualList;
  /** Undefined for people who can't change leads. */
  readonly selection: RowSelection | undefined;
  readonly onOpen: (row: LeadRow) => void;
  /** Starts a bulk action for the selection, or for the focused row if nothing is selected. */
  readonly onAction: (action: GridAction, row: LeadRow | undefined) => void;
  readonly onHelp: () => void;
}

/** Handles the keys and checkboxes of the rows. Tab reaches one row, and the arrow keys reach the other rows. */
export function useGridKeys(table: RefObject<HTMLTableElement | null>, parts: GridParts) {
  const { rows, list, selection, onOpen, onAction, onHelp } = parts;
  const [active, setActive] = useState(0);
  /** Row at which a range of selected rows starts. */
  const anchor = useRef(0);
  const wanted = useRef<number | undefined>(undefined);
  // The target row may be rendered only after the list has scrolled to it.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = table.current?.querySelector<HTMLElement>(`tr[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  const extendTo = (index: number) =>
    selection?.select({ first: Math.min(anchor.current, index), last: Math.max(anchor.current, index) });
  const toggle = (index: number, isExtending: boolean) => {
    const row = rows.get(index);
    if (isExtending) extendTo(index);
    else if (row) {
      anchor.current = index;
      selection?.toggle(row);
    }
  };
  const moveTo = (index: number, isExtending: boolean) => {
    if (isExtending) extendTo(index);
    else anchor.current = index;
    wanted.current = index;
    setActive(index);
    list.scrollTo(index);
  };
  const run = (command: GridCommand, index: number) => {
    const row = rows.get(index);
    switch (command.kind) {
      case 'move':
        return moveTo(command.to, command.isExtending);
      case 'toggle':
        return toggle(index, command.isExtending);
      case 'selectAll':
        return selection?.select({ first: 0, last: rows.count - 1 });
      case 'clear':
        return selection?.clear();
      case 'search':
        return document.querySelector<HTMLElement>('search input[type="search"]')?.focus();
      case 'help':
        return onHelp();
      case 'open':
        return row && onOpen(row);
      default:
        return onAction(command.kind, row);
    }
  };
  const stop = list.items.some(({ index }) => index === active) ? active : list.items[0]?.index;
  return {
    /** Index of the row that Tab reaches. */
    stop,
    events: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const index = findIndex(event.target);
        if (index === undefined || rows.count === 0 || isOwnKey(event)) return;
        const command = toGridCommand(event, index, rows.count);
        if (command === undefined) return;
        event.preventDefault();
        run(command, index);
      },
      onChange: ({ target, nativeEvent }: ChangeEvent<HTMLElement>) => {
        const index = findIndex(target);
        if (index !== undefined) toggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
      },
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const index = findIndex(target);
        if (index !== undefined) setActive(index);
      },
    },
  };
}
