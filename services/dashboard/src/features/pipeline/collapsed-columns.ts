import type { Stage } from '../../api/enums.js';
import type { StageSummary } from './stage-counts.js';

/** Columns that the person opened or closed. */
export type ColumnChoices = Readonly<Partial<Record<Stage, 'open' | 'closed'>>>;

interface BoardState {
  /** Undefined while the counts load. */
  readonly rows: readonly Pick<StageSummary, 'stage' | 'count'>[] | undefined;
  readonly choices: ColumnChoices;
  /** Whether all columns fit next to each other. */
  readonly isWide: boolean;
  readonly isSearching: boolean;
}

/**
 * Checks whether a column is collapsed to its name and count. An empty column always is, and a column with a match of
 * the search never is. For other columns, the person's choice counts. By default, the columns of closed leads are
 * collapsed if not all columns fit.
 */
export function isCollapsed(stage: Stage, { rows, choices, isWide, isSearching }: BoardState): boolean {
  const choice = choices[stage];
  const count = rows?.find((row) => row.stage === stage)?.count;
  if (count === 0) return choice !== 'open';
  if (isSearching && count !== undefined) return false;
  if (choice !== undefined) return choice === 'closed';
  return !isWide && (stage === 'won' || stage === 'lost');
}
