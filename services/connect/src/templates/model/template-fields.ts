import { formatAmount } from '@plotline/kit/core/format-amount';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import { toLocalDay } from '@plotline/kit/core/time-zone';

/** Records that a document refers to, in the form of the public API. Null if the deal or hold has no such record. */
export interface Facts {
  readonly lead: JsonObject;
  readonly unit: JsonObject | null;
  readonly property: JsonObject | null;
  readonly deal: JsonObject | null;
  readonly hold: JsonObject | null;
  readonly timeZone: string;
  readonly now: Date;
}

export type FactName = 'lead' | 'unit' | 'property' | 'deal' | 'hold';

/** Reads a field of a record as text; null when it has no value. */
type ReadField = (record: JsonObject, facts: Pick<Facts, 'timeZone' | 'now'>) => string | null;

function at(record: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return record;
  return isJsonObject(record) ? at(record[name], rest) : null;
}

const text =
  (...path: string[]): ReadField =>
  (record) => {
    const value = at(record, path);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };

const word =
  (...path: string[]): ReadField =>
  (record) => {
    const value = at(record, path);
    return typeof value === 'string' ? value.replaceAll('_', ' ') : null;
  };

const amount =
  (amountPath: readonly string[], currencyPath: readonly string[]): ReadField =>
  (record) => {
    const [value, currency] = [at(record, amountPath), at(record, currencyPath)];
    return typeof value === 'number' && typeof currency === 'string' ? formatAmount(value, currency) : null;
  };

const day =
  (...path: string[]): ReadField =>
  (record, { timeZone }) => {
    const value = at(record, path);
    return typeof value === 'string' ? toLocalDay(new Date(value), timeZone) : null;
  };

const size: ReadField = (record) => {
  const [interior, unit] = [at(record, ['size', 'interior']), at(record, ['size', 'unit'])];
  return typeof interior === 'number' ? `${interior} ${unit === 'sqft' ? 'sq ft' : 'm²'}` : null;
};

/** Fields of each kind of record. */
const fields: Readonly<Record<FactName, Readonly<Record<string, ReadField>>>> = {
  lead: { name: text('name'), email: text('email'), phone: text('phone') },
  unit: {
    name: text('name'),
    unit_number: text('unit_number'),
    type: text('type'),
    bedrooms: text('bedrooms'),
    bathrooms: text('bathrooms'),
    size,
    price: amount(['price', 'amount'], ['price', 'currency']),
  },
  property: {
    name: text('name'),
    type: word('type'),
    address: text('location', 'address'),
    area: text('location', 'area'),
    city: text('location', 'city'),
    country: text('location', 'country'),
    completion_date: text('completion_date'),
  },
  deal: { id: text('id'), value: amount(['value'], ['currency']), closed_on: day('closed_at') },
  hold: {
    id: text('id'),
    price: amount(['price', 'amount'], ['price', 'currency']),
    deposit: amount(['deposit', 'amount'], ['deposit', 'currency']),
    deposit_due_on: day('deposit', 'due_at'),
    expires_on: day('expires_at'),
  },
};

function isFactName(name: string): name is FactName {
  return Object.hasOwn(fields, name);
}

/** Known field, with the kind of record that it belongs to. */
interface KnownField {
  readonly fact: FactName;
  readonly read: ReadField;
}

function findField(name: string): KnownField | null {
  const [fact = '', field = '', ...rest] = name.split('.');
  if (!isFactName(fact) || rest.length > 0 || !Object.hasOwn(fields[fact], field)) return null;
  const read = fields[fact][field];
  return read ? { fact, read } : null;
}

/** Names of all fields that templates may have. */
export const fieldNames: readonly string[] = [
  ...Object.entries(fields).flatMap(([fact, ofFact]) => Object.keys(ofFact).map((name) => `${fact}.${name}`)),
  'today',
];

export function isFieldName(name: string): boolean {
  return name === 'today' || findField(name) !== null;
}

/** Returns the kind of record that a field belongs to; null for a field that belongs to no record. */
export function getFactName(name: string): FactName | null {
  return findField(name)?.fact ?? null;
}

/** Text for a missing value. */
const noValue = '—';

/** Returns the value of a known field as text. */
export function readFieldValue(name: string, facts: Facts): string {
  if (name === 'today') return toLocalDay(facts.now, facts.timeZone);
  const known = findField(name);
  const record = known && facts[known.fact];
  return (known && record && known.read(record, facts)) ?? noValue;
}
