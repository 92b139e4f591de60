import type { NamedCurrency } from '../../../formats/model/currency-name.js';
import type { DateContext } from '../../../formats/model/parse-date.js';
import type { NumberContext } from '../../../formats/model/parse-number.js';

/** Value of a cell, or the reason why it could not be converted. */
export interface Converted {
  readonly value?: unknown;
  readonly fault?: string;
  /** Currency in the cell. */
  readonly currency?: NamedCurrency;
  /** Unit of area in the cell. */
  readonly unit?: string;
}

/** Converts the text of a cell. The text is trimmed and not empty. */
export type Convert = (text: string) => Converted;

/** Information that is used to convert the cells of a column. */
export interface ColumnContext {
  readonly number: Pick<NumberContext, 'format' | 'isFixed'>;
  readonly date: DateContext;
  /** Unit of area in the name of the column. */
  readonly unit?: string | undefined;
}
