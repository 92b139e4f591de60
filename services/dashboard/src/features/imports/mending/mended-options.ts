import type { Import } from '../import-queries.js';
import { dateOrders, numberFormats, type ReadingOptions, readOptionsOf } from '../reading-options.js';

/** Returns the notation of all columns. Returns `auto` if the columns differ or show no notation. */
function findShared<T extends string>(known: readonly T[], shown: readonly (string | null)[]): T | undefined {
  const [first, second] = new Set(shown.filter((one) => one !== null));
  return second === undefined ? known.find((one) => one === first) : undefined;
}

/**
 * Returns the options for reading corrected rows. They include the notation that was found in the whole file. A few
 * rows may not show how dates and numbers are written.
 */
export function readMendedOptions(current: Import): ReadingOptions {
  const options = readOptionsOf(current);
  const understood = current.understood ?? [];
  const number = findShared(
    numberFormats,
    understood.map(({ number_format }) => number_format),
  );
  const date = findShared(
    dateOrders,
    understood.map(({ date_order }) => date_order),
  );
  return {
    ...options,
    numberFormat: options.numberFormat === 'auto' ? (number ?? 'auto') : options.numberFormat,
    dateOrder: options.dateOrder === 'auto' ? (date ?? 'auto') : options.dateOrder,
  };
}
