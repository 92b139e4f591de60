import type { RowData } from '@tanstack/react-table';

declare module '@tanstack/react-table' {
  // TypeScript merges an interface only if its parameters have the same names as in the library.
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Aligns amounts and counts on the right, so that their digits line up. */
    readonly isNumber?: boolean;
    /** Uses the whole width of a phone, for long texts. */
    readonly isWide?: boolean;
  }
}

/** `meta` for a column of amounts or counts. */
export const numberColumn = { isNumber: true } as const;

/** `meta` for a column of long texts. */
export const wideColumn = { isWide: true } as const;

/** Id of the column that contains a row's checkbox. */
export const selectionColumnId = 'selection';

/** Id of the column that contains a row's buttons. */
export const actionsColumnId = 'actions';
