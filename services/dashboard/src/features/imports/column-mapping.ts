import { getFieldLabel } from './field-labels.js';

/** The field of each column. An empty string skips the column. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** Returns the reason why a mapping can't be sent, if there is one. */
export function findMappingFault(mapping: ColumnMapping, required: readonly string[]): string | undefined {
  const fields = Object.values(mapping).filter((field) => field !== '');
  if (fields.length === 0) return 'Choose a field for at least one column.';
  const missing = required.filter((field) => !fields.includes(field));
  const [first] = missing;
  if (first === undefined) return undefined;
  const needs = missing.length === 1 ? 'it' : 'them';
  return `Match a column to ${missing.map(getFieldLabel).join(', ')}. Every new record needs ${needs}.`;
}

/** Returns a mapping without skipped columns. */
export function keepMapped(mapping: ColumnMapping): ColumnMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, field]) => field !== ''));
}

/** Serializes a mapping for the API. */
export function toMappingParameter(mapping: ColumnMapping): string {
  return JSON.stringify(keepMapped(mapping));
}

/**
 * Returns the mapping of an earlier import if the files share a column. Otherwise, returns the mapping that the server
 * suggests.
 */
export function chooseMapping(
  columns: readonly string[],
  guess: ColumnMapping,
  earlier: ColumnMapping | undefined,
): ColumnMapping {
  const isLikeEarlier = earlier !== undefined && columns.some((column) => earlier[column] !== undefined);
  const source = isLikeEarlier ? earlier : guess;
  return Object.fromEntries(columns.map((column) => [column, source[column] ?? '']));
}
