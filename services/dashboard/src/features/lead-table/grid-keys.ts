/** Effect of pressing a key in the table. */
export type GridCommand =
  | { readonly kind: 'move'; readonly to: number; readonly isExtending: boolean }
  | { readonly kind: 'toggle'; readonly isExtending: boolean }
  | { readonly kind: 'open' | 'selectAll' | 'clear' | 'search' | 'help' | GridAction };

/** Bulk actions that have a key of their own. */
export type GridAction = 'assign' | 'tag' | 'moveStage' | 'delete';

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const pageRows = 10;

const letters: Readonly<Record<string, Exclude<GridCommand['kind'], 'move' | 'toggle'>>> = {
  a: 'assign',
  t: 'tag',
  m: 'moveStage',
  '/': 'search',
  '?': 'help',
  Delete: 'delete',
  Enter: 'open',
  Escape: 'clear',
};

function findStep(key: string, row: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    j: row + 1,
    k: row - 1,
    PageDown: row + pageRows,
    PageUp: row - pageRows,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), Math.max(count - 1, 0));
}

/** Returns what a key does in the focused row. Returns undefined for keys that belong to the browser. */
export function toGridCommand(pressed: PressedKey, row: number, count: number): GridCommand | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed;
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key === 'a' ? { kind: 'selectAll' } : undefined;
  const to = findStep(key, row, count);
  if (to !== undefined) return { kind: 'move', to, isExtending: shiftKey };
  if (key === ' ' || key === 'x') return { kind: 'toggle', isExtending: shiftKey };
  const kind = letters[key];
  return kind === undefined ? undefined : { kind };
}

/** Keys of the table, as the help lists them. */
export const keyHelp: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['↑', '↓'], does: 'Go to the row above or below' },
  { keys: ['Page up', 'Page down'], does: 'Go ten rows up or down' },
  { keys: ['Home', 'End'], does: 'Go to the first or last row' },
  { keys: ['Enter'], does: 'Open the lead' },
  { keys: ['Space'], does: 'Select the lead' },
  { keys: ['Shift', '↓'], does: 'Select several leads' },
  { keys: ['Ctrl', 'A'], does: 'Select all leads' },
  { keys: ['Esc'], does: 'Clear the selection' },
  { keys: ['A'], does: 'Assign to an agent' },
  { keys: ['T'], does: 'Add or remove tags' },
  { keys: ['M'], does: 'Move to a stage' },
  { keys: ['Delete'], does: 'Delete' },
  { keys: ['/'], does: 'Search' },
  { keys: ['?'], does: 'Show this help' },
];
