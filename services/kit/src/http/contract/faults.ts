import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { currencies } from '../../core/currencies.js';
import type { ProblemDetail } from '../../core/errors.js';
import { isJsonObject } from '../../core/json-object.js';

/** Descriptions of the contract's formats for clients. */
const formatMessages: ReadonlyMap<string, string> = new Map([
  ['currency', 'must be an ISO 4217 currency code'],
  ['date', 'must be a date such as 2026-03-01'],
  ['date-time', 'must be a timestamp such as 2026-03-01T09:30:00Z'],
  ['email', 'must be a valid email address'],
  ['uri', 'must be a URL such as https://example.com/plan.jpg'],
]);

const isDateTime = addFormats
  .default(new Ajv2020({ meta: false, validateSchema: false }))
  .compile<string>({ type: 'string', format: 'date-time' });

/** Timestamps are rendered in UTC. An offset can move a timestamp out of the four-digit years. */
const isFourDigitYear = (date: Date) => date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9_999;

/**
 * Adds the formats of JSON Schema, and `currency` for codes of ISO 4217. Timestamps must be within the years 0 to 9999
 * in UTC.
 */
export function addContractFormats(ajv: Ajv2020): void {
  addFormats.default(ajv);
  ajv.addFormat('currency', (code) => currencies.has(code));
  ajv.addFormat('date-time', (text) => isDateTime(text) && isFourDigitYear(new Date(text)));
}

const typeWords: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'an array'],
  ['object', 'an object'],
]);

/**
 * Describes a pattern with the contract's `x-message` or an example, because a regular expression doesn't help clients.
 */
function describePattern({ params, parentSchema }: ErrorObject): string {
  if (params.pattern === '\\S') return 'must not be blank';
  const words: unknown = parentSchema?.['x-message'];
  if (typeof words === 'string') return words;
  const examples: unknown = parentSchema?.['examples'];
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return example === undefined ? 'has a character or format that is not allowed' : `must look like ${example}`;
}

function describeTypes(types: readonly string[]): string {
  return `must be ${types.map((type) => typeWords.get(type) ?? type).join(' or ')}`;
}

function count(bound: 'least' | 'most', limit: number, [one, many]: readonly [string, string]): string {
  if (bound === 'least' && limit === 1) return 'must not be empty';
  return `must have at ${bound} ${limit} ${limit === 1 ? one : many}`;
}

const characters = ['character', 'characters'] as const;
const entries = ['entry', 'entries'] as const;
const fields = ['field', 'fields'] as const;

/** Descriptions of the right value, by the violated keyword of JSON Schema. */
const descriptions: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: () => 'is required',
  enum: ({ params }) => `must be one of: ${params['allowedValues'].join(', ')}`,
  const: ({ params }) => `must be ${params['allowedValue']}`,
  type: ({ params }) => describeTypes([params['type']].flat()),
  format: ({ params }) => formatMessages.get(params['format']) ?? `must be a valid ${params['format']}`,
  pattern: describePattern,
  minimum: ({ params }) => `must be at least ${params['limit']}`,
  maximum: ({ params }) => `must be at most ${params['limit']}`,
  exclusiveMinimum: ({ params }) => `must be above ${params['limit']}`,
  exclusiveMaximum: ({ params }) => `must be below ${params['limit']}`,
  minLength: ({ params }) => count('least', params['limit'], characters),
  maxLength: ({ params }) => count('most', params['limit'], characters),
  minItems: ({ params }) => count('least', params['limit'], entries),
  maxItems: ({ params }) => count('most', params['limit'], entries),
  minProperties: ({ params }) => count('least', params['limit'], fields),
  maxProperties: ({ params }) => count('most', params['limit'], fields),
  uniqueItems: () => 'must not contain duplicates',
};

/** Describes an error by describing the correct value. */
function describeFault(error: ErrorObject): string {
  return descriptions[error.keyword]?.(error) ?? error.message ?? 'is not valid';
}

/** Errors of single rows of a body, by index, with fields relative to the row. */
export type RowFaults = ReadonlyMap<number, readonly ProblemDetail[]>;

/** Converts a JSON pointer to a path: `/units/3/price` to `units[3].price`. */
function toFieldPath(pointer: string, extra?: string): string {
  const segments = pointer.split('/').slice(1);
  if (extra !== undefined) segments.push(extra);
  return segments
    .map((raw) => raw.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

/**
 * Returns whether an error comes from the null branch of an anyOf. Such errors are sorted last, because the other
 * branch describes the correct value.
 */
const isNullBranch = (error: ErrorObject) => error.keyword === 'type' && error.params.type === 'null';

/** Adds an alternative to a field's message, because an anyOf of formats accepts any of them. */
function addFormat(message: string, error: ErrorObject): string {
  const other = describeFault(error);
  return message.includes(other) ? message : `${message} or ${other.replace(/^must be /, '')}`;
}

/** Returns the errors of one validation, one row per field. */
export function toFaultDetails(errors: readonly ErrorObject[] | null | undefined): ProblemDetail[] {
  const rows = new Map<string, ProblemDetail & { readonly keyword: string }>();
  // Each branch of an anyOf reports an error. The first error per field is enough, except for formats.
  for (const error of [...(errors ?? [])].sort(
    (one, other) => Number(isNullBranch(one)) - Number(isNullBranch(other)),
  )) {
    const missing: unknown = error.params.missingProperty ?? error.params.additionalProperty;
    const field = toFieldPath(error.instancePath, typeof missing === 'string' ? missing : undefined) || 'body';
    const { keyword } = error;
    const known = rows.get(field);
    if (!known) rows.set(field, { field, message: describeFault(error), keyword });
    else if (known.keyword === 'format' && keyword === 'format')
      rows.set(field, { ...known, message: addFormat(known.message, error) });
  }
  return [...rows.values()].map(({ field, message }) => ({ field, message }));
}

/**
 * Groups errors by the index of their row in `rows`, with fields relative to the row. Returns errors outside any row
 * separately.
 */
export function groupByRow(all: readonly ProblemDetail[], rows: string) {
  const place = new RegExp(`^${rows}\\[(\\d+)\\]\\.?(.*)$`);
  const faults: ProblemDetail[] = [];
  const rowFaults = new Map<number, ProblemDetail[]>();
  for (const fault of all) {
    const [whole, index, field] = place.exec(fault.field) ?? [];
    if (whole === undefined) {
      faults.push(fault);
      continue;
    }
    const relative = { field: field || 'body', message: fault.message };
    const group = rowFaults.get(Number(index));
    if (group) group.push(relative);
    else rowFaults.set(Number(index), [relative]);
  }
  return { faults, rowFaults };
}

/** Converts errors in rows to errors in the body: `price` in row 3 of `units` becomes `units[3].price`. */
export function toBodyFaults(rows: string, rowFaults: RowFaults): ProblemDetail[] {
  return [...rowFaults].flatMap(([index, faults]) =>
    faults.map(({ field, message }) => ({
      field: field === 'body' ? `${rows}[${index}]` : `${rows}[${index}].${field}`,
      message,
    })),
  );
}

/** Returns the top-level fields of a body or row that have no error. Empty if the value isn't an object. */
export function pickValidFields<T extends object>(body: T, faults: readonly ProblemDetail[]): Partial<T>;
export function pickValidFields(body: unknown, faults: readonly ProblemDetail[]): object;
export function pickValidFields(body: unknown, faults: readonly ProblemDetail[]): object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const faulty = new Set(faults.map(({ field }) => /^[^.[]*/.exec(field)?.[0]));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !faulty.has(field)));
}

const escapePointer = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** Maximum of reported unknown fields per object. */
const maxPerObject = 100;
const maxNameLength = 100;

/** Shortens a name, because it can be as long as the body. */
const shorten = (field: string) => (field.length > maxNameLength ? `${field.slice(0, maxNameLength)}…` : field);

interface Place {
  /** Path in the form that clients use: `units[3].price`. */
  readonly path: string;
  /** JSON pointer: `/units/3/price`. */
  readonly pointer: string;
}

/**
 * Returns the paths of fields in `raw` that the validator removed from `known`. `Prefer: handling=strict` refuses such
 * fields. Leaves out the fields in `readOnly` (JSON pointers), because they were removed for a different reason and
 * aren't errors.
 */
export function findUnknownFields(
  raw: unknown,
  known: unknown,
  readOnly: ReadonlySet<string> = new Set(),
  { path, pointer }: Place = { path: '', pointer: '' },
): ProblemDetail[] {
  if (Array.isArray(raw) && Array.isArray(known)) {
    return raw.flatMap((item, index) =>
      findUnknownFields(item, known[index], readOnly, { path: `${path}[${index}]`, pointer: `${pointer}/${index}` }),
    );
  }
  if (!isJsonObject(raw) || !isJsonObject(known)) return [];
  const toPlace = (field: string) => ({
    path: path === '' ? field : `${path}.${field}`,
    pointer: `${pointer}/${escapePointer(field)}`,
  });
  const fields = Object.keys(raw);
  const unknown = fields
    .filter((field) => !Object.hasOwn(known, field) && !readOnly.has(toPlace(field).pointer))
    .slice(0, maxPerObject)
    .map((field) => ({ field: toPlace(shorten(field)).path, message: 'is not a known field' }));
  const nested = fields
    .filter((field) => Object.hasOwn(known, field))
    .flatMap((field) => findUnknownFields(raw[field], known[field], readOnly, toPlace(field)));
  return [...unknown, ...nested];
}
