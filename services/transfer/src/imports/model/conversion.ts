import type { DateOrder } from '../../formats/model/date-parts.js';
import type { NumberFormat } from '../../formats/model/parse-number.js';

/** Formats of numbers. With `auto`, the format of each column is derived from its values. */
export const numberFormats = ['auto', '1,234.56', '1.234,56'] as const satisfies readonly (NumberFormat | 'auto')[];
export const dateOrders = ['auto', 'dmy', 'mdy', 'ymd'] as const satisfies readonly (DateOrder | 'auto')[];

/** Value of a field in the file, and the value that replaces it. Null means no value. */
export interface Translation {
  readonly field: string;
  readonly from: string;
  readonly to: string | number | null;
}

/** Default of a field for records with an empty cell. It is a number, a list, or a text as in a cell. */
export interface DefaultValue {
  readonly field: string;
  readonly value: string | number | readonly string[];
}

/**
 * Options for reading cells. Translations and defaults are stored as lists, because names of fields and values may
 * contain any characters.
 */
export interface Conversion {
  readonly number_format: (typeof numberFormats)[number];
  readonly date_order: (typeof dateOrders)[number];
  readonly value_map: readonly Translation[];
  readonly defaults: readonly DefaultValue[];
}

export const defaultConversion: Conversion = { number_format: 'auto', date_order: 'auto', value_map: [], defaults: [] };
