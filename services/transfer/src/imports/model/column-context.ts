import type { DateOrder } from '../../formats/model/date-parts.js';
import type { NumberFormat } from '../../formats/model/parse-number.js';
import type { ColumnContext } from './cells/cell-context.js';
import type { ColumnEvidence } from './column-evidence.js';
import type { Conversion } from './conversion.js';

/** Information that is used to read the columns of an import. */
export interface ConversionBasis {
  readonly conversion: Conversion;
  /** Evidence about columns. Columns without evidence are absent. */
  readonly evidence: readonly ColumnEvidence[];
  /** Time zone of times without an offset, as a name in the IANA time zone database. */
  readonly timeZone: string;
}

const orders: readonly string[] = ['dmy', 'mdy', 'ymd'];

function isOrder(shows: NumberFormat | DateOrder): shows is DateOrder {
  return orders.includes(shows);
}

function isFormat(shows: NumberFormat | DateOrder): shows is NumberFormat {
  return !isOrder(shows);
}

/**
 * Returns the notation that is evident from the values of a column. Returns null if none is evident or the values
 * contradict each other.
 */
function findShown(evidence: ColumnEvidence | undefined): NumberFormat | DateOrder | null {
  const [first, second] = evidence?.shown ?? [];
  return first && !second ? first.shows : null;
}

/**
 * Returns the information for reading the cells of a column. It comes from the options or, without options, from the
 * column's values.
 */
export function toColumnContext(
  { conversion: { number_format, date_order }, evidence, timeZone }: ConversionBasis,
  column: string,
  field: string,
): ColumnContext {
  const shown = findShown(evidence.find((one) => one.column === column && one.field === field));
  const format = shown !== null && isFormat(shown) ? shown : null;
  const order = shown !== null && isOrder(shown) ? shown : null;
  return {
    number: number_format === 'auto' ? { format, isFixed: false } : { format: number_format, isFixed: true },
    date: date_order === 'auto' ? { order, isFixed: false, timeZone } : { order: date_order, isFixed: true, timeZone },
  };
}
