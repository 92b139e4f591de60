import type { components } from '../../../gen/api.js';

type Schemas = components['schemas'];
type Import = Schemas['Import'];
export type NumberFormat = Schemas['ImportNumberFormat'];
export type DateOrder = Schemas['ImportDateOrder'];

/** Values in the file and their replacements, by field. Null means no value. */
export type ValueMap = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Values for empty cells, by field. */
export type Defaults = Readonly<Record<string, string>>;

/** Options that define how the cells of a file are read. */
export interface ReadingOptions {
  readonly numberFormat: NumberFormat;
  readonly dateOrder: DateOrder;
  readonly valueMap: ValueMap;
  readonly defaults: Defaults;
}

export const numberFormats = ['auto', '1,234.56', '1.234,56'] as const satisfies readonly NumberFormat[];
export const dateOrders = ['auto', 'dmy', 'mdy', 'ymd'] as const satisfies readonly DateOrder[];

export const defaultReading: ReadingOptions = { numberFormat: 'auto', dateOrder: 'auto', valueMap: {}, defaults: {} };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join('; ') : undefined;
}

function readValueMap(sent: Import['value_map']): ValueMap {
  return Object.fromEntries(
    Object.entries(sent).map(([field, values]) => {
      const entries = isRecord(values) ? Object.entries(values) : [];
      return [field, Object.fromEntries(entries.map(([from, to]) => [from, toText(to) ?? null]))];
    }),
  );
}

function readDefaults(sent: Import['defaults']): Defaults {
  return Object.fromEntries(Object.entries(sent).flatMap(([field, value]) => [[field, toText(value) ?? '']]));
}

/** Returns the options of an earlier import. */
export function readOptionsOf(
  earlier: Pick<Import, 'number_format' | 'date_order' | 'value_map' | 'defaults'>,
): ReadingOptions {
  return {
    numberFormat: earlier.number_format,
    dateOrder: earlier.date_order,
    valueMap: readValueMap(earlier.value_map),
    defaults: readDefaults(earlier.defaults),
  };
}

/** Returns the options in the API's format, without blank options. */
export function toApiOptions({ numberFormat, dateOrder, valueMap, defaults }: ReadingOptions) {
  const translated = Object.entries(valueMap).filter(([, values]) => Object.keys(values).length > 0);
  const filled = Object.entries(defaults).filter(([, value]) => value.trim() !== '');
  return {
    number_format: numberFormat,
    date_order: dateOrder,
    value_map: Object.fromEntries(translated),
    defaults: Object.fromEntries(filled),
  };
}

/** Returns the options as parameters for an upload. */
export function toParameters(options: ReadingOptions) {
  const { value_map, defaults, ...notations } = toApiOptions(options);
  const toParameter = (value: object) => (Object.keys(value).length === 0 ? undefined : JSON.stringify(value));
  return { ...notations, value_map: toParameter(value_map), defaults: toParameter(defaults) };
}

/** Replaces a value in the file. Undefined removes the replacement. */
export function replaceValue(valueMap: ValueMap, field: string, from: string, to: string | null | undefined): ValueMap {
  const { [from]: _removed, ...others } = valueMap[field] ?? {};
  return { ...valueMap, [field]: to === undefined ? others : { ...others, [from]: to } };
}
