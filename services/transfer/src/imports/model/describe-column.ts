import type { DateOrder } from '../../formats/model/date-parts.js';
import type { NumberFormat } from '../../formats/model/parse-number.js';
import type { ColumnEvidence } from './column-evidence.js';
import type { Conversion } from './conversion.js';
import { type FieldType, isNumber, toPublicType } from './import-fields.js';
import { listTargets, type Source, type SourceDescription } from './record-source.js';

/** Meaning of a column, as in the public API. */
export interface DescribedColumn {
  readonly column: string;
  readonly field: string;
  readonly type: string;
  /** Such as `date, day first`. */
  readonly understood_as: string;
  /** Reason in words. Null if there was nothing to decide. */
  readonly reason: string | null;
  readonly number_format: NumberFormat | null;
  readonly date_order: DateOrder | null;
  /** Currency or unit in the name of the column. */
  readonly unit: string | null;
  readonly unknown_values: ColumnEvidence['unknown'];
  readonly other_unknown_values: number;
}

const notations: Readonly<Record<NumberFormat | DateOrder, string>> = {
  '1,234.56': 'decimal point',
  '1.234,56': 'decimal comma',
  dmy: 'day first',
  mdy: 'month first',
  ymd: 'year first',
};

const nouns: Readonly<Record<FieldType['kind'], string>> = {
  text: 'text',
  'long-text': 'text of several lines',
  name: 'name',
  email: 'email address',
  phone: 'phone number',
  timeline: 'number of months',
  currency: 'currency',
  list: 'list',
  urls: 'list of addresses',
  date: 'date',
  'date-time': 'date and time',
  enumeration: 'one of several values',
  rooms: 'number',
  degrees: 'degrees',
  money: 'amount of money',
  area: 'area',
};

interface Understanding {
  readonly notation: NumberFormat | DateOrder | null;
  readonly reason: string | null;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Explains how values with two readings are read if the column doesn't show the notation. */
function explainOpen(type: FieldType, { row, text }: NonNullable<ColumnEvidence['open']>): string {
  if (type.kind === 'money') {
    return `The separator in ${quote(text)} in row ${row} groups thousands, as in amounts of money.`;
  }
  if (isNumber(type)) {
    return `No value shows whether the separator in ${quote(text)} in row ${row} groups thousands: send number_format.`;
  }
  return `No value shows whether the day or the month comes first in ${quote(text)} in row ${row}: send date_order.`;
}

function understand(
  type: FieldType,
  evidence: ColumnEvidence | undefined,
  { number_format, date_order }: Conversion,
): Understanding {
  const [option, fixed] = isNumber(type) ? ['number_format', number_format] : ['date_order', date_order];
  const isOrdered = isNumber(type) || type.kind === 'date' || type.kind === 'date-time';
  if (!isOrdered) return { notation: null, reason: null };
  if (fixed !== 'auto') return { notation: fixed, reason: `${option} says so.` };
  const [first, second] = evidence?.shown ?? [];
  if (first && second) {
    const values = `${quote(first.text)} in row ${first.row} and ${quote(second.text)} in row ${second.row}`;
    return { notation: null, reason: `The values contradict each other: ${values}. Each is read by itself.` };
  }
  if (first) {
    const reason = `${capitalize(notations[first.shows])}, because row ${first.row} is ${quote(first.text)}.`;
    return { notation: first.shows, reason };
  }
  return { notation: null, reason: evidence?.open ? explainOpen(type, evidence.open) : null };
}

function isOrder(notation: NumberFormat | DateOrder | null): notation is DateOrder {
  return notation === 'dmy' || notation === 'mdy' || notation === 'ymd';
}

function describe(
  source: Source,
  { field, type }: { readonly field: string; readonly type: FieldType },
  evidence: ColumnEvidence | undefined,
  conversion: Conversion,
): DescribedColumn {
  const { notation, reason } = understand(type, evidence, conversion);
  const noun = nouns[type.kind];
  return {
    column: source.column,
    field,
    type: toPublicType(type),
    understood_as: notation === null ? noun : `${noun}, ${notations[notation]}`,
    reason,
    number_format: notation !== null && !isOrder(notation) ? notation : null,
    date_order: isOrder(notation) ? notation : null,
    unit: source.unit ?? source.currency?.[0] ?? null,
    unknown_values: evidence?.unknown ?? [],
    other_unknown_values: evidence?.other_unknown ?? 0,
  };
}

/** Describes how the columns of a file were understood, in the order of the fields. */
export function describeColumns(
  description: SourceDescription,
  conversion: Conversion,
  evidence: readonly ColumnEvidence[],
): readonly DescribedColumn[] {
  return listTargets(description).flatMap(({ field, type, sources }) =>
    sources.map((source) => {
      const own = evidence.find((one) => one.column === source.column && one.field === field);
      return describe(source, { field, type }, own, conversion);
    }),
  );
}
