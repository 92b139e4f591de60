import { type Field, fieldName, fieldsOf, isNullable, type Place, typesOf } from './fields.js';
import { type Fill, sampleValue } from './sample.js';
import { isTree, numberOf, type Tree, textOf } from './tree.js';

/** One wrong value in an otherwise valid body. */
export interface BodyFault {
  readonly kind: string;
  readonly path: Place;
  /** The wrong value. Undefined leaves the field out. */
  readonly content: unknown;
  /** Field that the answer must report. */
  readonly field: string;
}

type Wrong = Readonly<Record<string, unknown>>;

const misfits: Readonly<Record<string, unknown>> = {
  array: 'text',
  boolean: 'text',
  integer: 'text',
  number: 'text',
  object: 'text',
  string: 12_345,
};

function wrongType(schema: Tree): Wrong {
  const [type = ''] = typesOf(schema);
  return {
    ...(type in misfits ? { 'wrong type': misfits[type] } : {}),
    ...(type in misfits && !isNullable(schema) ? { null: null } : {}),
  };
}

function wrongText(schema: Tree): Wrong {
  const maxLength = numberOf(schema.maxLength);
  const least = numberOf(schema.minLength) ?? 0;
  const isBound = 'pattern' in schema || 'anyOf' in schema;
  return {
    ...('enum' in schema ? { 'wrong enum': 'no_such_value' } : {}),
    ...('format' in schema ? { 'wrong format': 'this is not it' } : {}),
    ...(isBound && !new RegExp(textOf(schema.pattern) ?? '^$', 'u').test('¶,¶') ? { 'wrong pattern': '¶,¶' } : {}),
    ...(maxLength === undefined ? {} : { 'too long': 'x'.repeat(maxLength + 1) }),
    // An empty text counts as null. If the field can't be null, `missing` covers that case.
    ...(least > 1 ? { 'too short': 'x'.repeat(least - 1) } : {}),
  };
}

function wrongNumber(schema: Tree): Wrong {
  const least = numberOf(schema.minimum);
  const above = numberOf(schema.exclusiveMinimum);
  const maximum = numberOf(schema.maximum);
  return {
    ...(least === undefined ? {} : { 'too small': least - 1 }),
    ...(above === undefined ? {} : { 'not above': above }),
    ...(maximum === undefined ? {} : { 'too large': maximum * 10 + 1 }),
    ...(typesOf(schema).includes('integer') ? { fraction: 1.5 } : {}),
  };
}

function wrongArray(schema: Tree, fill: Fill, name: string): Wrong {
  const maxItems = numberOf(schema.maxItems);
  const entry = isTree(schema.items) ? sampleValue(schema.items, fill, name) : null;
  return {
    ...(maxItems === undefined ? {} : { 'too many': Array.from({ length: maxItems + 1 }, () => entry) }),
    ...((numberOf(schema.minItems) ?? 0) > 0 ? { empty: [] } : {}),
  };
}

function wrongValues({ schema, path, isRequired }: Field, fill: Fill): Wrong {
  const name = String(path.findLast((part) => typeof part === 'string'));
  return {
    ...(isRequired ? { missing: undefined } : {}),
    ...wrongType(schema),
    ...(typesOf(schema).includes('string') ? wrongText(schema) : {}),
    ...wrongNumber(schema),
    ...(typesOf(schema).includes('array') ? wrongArray(schema, fill, name) : {}),
  };
}

/** Returns every way in which one field of a body can break its schema. */
export function bodyFaults(body: Tree, fill: Fill): BodyFault[] {
  return fieldsOf(body).flatMap((field) =>
    Object.entries(wrongValues(field, fill)).map(([kind, content]) => {
      return { kind, path: field.path, content, field: fieldName(field.path) };
    }),
  );
}

/** Returns fields without limits: texts and arrays of any length, and negative amounts of money. */
export function unboundedFields(body: Tree): string[] {
  return fieldsOf(body)
    .filter(({ schema, path }) => {
      const [type] = typesOf(schema);
      const isFixed = ['enum', 'const', 'pattern', 'maxLength', 'anyOf'].some((key) => key in schema);
      if (type === 'string')
        return !isFixed && !['currency', 'date', 'date-time'].includes(textOf(schema.format) ?? '');
      if (type === 'array') return numberOf(schema.maxItems) === undefined;
      if (type !== 'number') return false;
      const least = numberOf(schema.minimum) ?? numberOf(schema.exclusiveMinimum);
      return least === undefined || (least < 0 && !['lat', 'lng'].includes(String(path.at(-1))));
    })
    .map(({ path }) => fieldName(path));
}
