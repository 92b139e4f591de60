import type { RowData } from '@tanstack/react-table';

declare module '@tanstack/react-table' {
  // An interface merges only with parameters of the same names as those of the library.
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Aligns amounts and counts at the end, so that their digits line up. */
    readonly isNumber?: boolean;
    /** Uses the whole width of a phone, for long texts. */
    readonly isWide?: boolean;
  }
}

/** `meta` of a column of amounts or counts. */
export const numberColumn = { isNumber: true } as const;

/** `meta` of a column of long texts. */
export const wideColumn = { isWide: true } as const;

/** Id of the column with a row's checkbox. */
export const selectionColumnId = 'selection';

/** Id of the column with a row's buttons. */
export const actionsColumnId = 'actions';
