import type { NamedCurrency } from '../../../formats/model/currency-name.js';
import type { DateContext } from '../../../formats/model/parse-date.js';
import type { NumberContext } from '../../../formats/model/parse-number.js';

/** Value of a cell, or the reason why it has none. */
export interface Converted {
  readonly value?: unknown;
  readonly fault?: string;
  /** Currency that the cell names. */
  readonly currency?: NamedCurrency;
  /** Unit of area that the cell names. */
  readonly unit?: string;
}

/** Converts the text of a cell, which is trimmed and not empty. */
export type Convert = (text: string) => Converted;

/** Basis on which the cells of a column are converted. */
export interface ColumnContext {
  readonly number: Pick<NumberContext, 'format' | 'isFixed'>;
  readonly date: DateContext;
  /** Unit of area in the name of the column. */
  readonly unit?: string | undefined;
}
