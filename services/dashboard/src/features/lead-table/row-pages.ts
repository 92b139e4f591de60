/** Maximum rows per page that the API allows. */
export const rowsPerPage = 100;

/** Rows beyond this number aren't shown, because browsers limit the height of a page. */
export const maxShown = 100_000;

/** Range of rows by index, including both ends. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the numbers of the pages that contain the rows. */
export function listPages({ first, last }: RowRange): number[] {
  const from = Math.floor(Math.max(first, 0) / rowsPerPage) + 1;
  const to = Math.floor(Math.max(last, 0) / rowsPerPage) + 1;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
