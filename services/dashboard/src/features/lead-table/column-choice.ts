/** Columns of the table. The name is always first. */
export const columnIds = [
  'stage',
  'days',
  'agent',
  'score',
  'budget',
  'next_follow_up',
  'source',
  'tags',
  'phone',
  'email',
  'properties',
  'timeline',
  'last_contacted',
  'created_at',
  'updated_at',
  'external_id',
] as const;

export type ColumnId = (typeof columnIds)[number];

export const defaultColumns: readonly ColumnId[] = [
  'stage',
  'days',
  'agent',
  'score',
  'budget',
  'next_follow_up',
  'source',
  'tags',
  'phone',
];

/**
 * Reads columns in the order in which they are shown. Ignores unknown columns. Returns undefined if no column is left.
 */
export function readColumns(text: string | undefined): readonly ColumnId[] | undefined {
  const named = new Set((text ?? '').split(','));
  const known = [...named].flatMap((name) => columnIds.find((id) => id === name) ?? []);
  return known.length === 0 ? undefined : known;
}

export function writeColumns(columns: readonly ColumnId[]): string {
  return columns.join(',');
}

/** Shows or hides a column. A newly shown column comes last. The only shown column can't be hidden. */
export function toggleColumn(columns: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  if (!columns.includes(id)) return [...columns, id];
  return columns.length === 1 ? columns : columns.filter((column) => column !== id);
}

/** Moves a shown column by a number of positions, within the table. */
export function moveColumn(columns: readonly ColumnId[], id: ColumnId, places: number): readonly ColumnId[] {
  const from = columns.indexOf(id);
  if (from < 0) return columns;
  const to = Math.min(Math.max(from + places, 0), columns.length - 1);
  return columns.toSpliced(from, 1).toSpliced(to, 0, id);
}
