import { isJsonObject, type JsonObject } from '../../core/json-object.js';

interface Part {
  readonly of: string;
  /** The fields that are always there; the id alone when absent, and any other field of the record may be. */
  readonly required?: readonly string[];
  /** The fields that may be there besides, when `required` is given. */
  readonly optional?: readonly string[];
}

function isPart(value: unknown): value is Part {
  return isJsonObject(value) && typeof value.of === 'string';
}

function expandPart(name: string, { of, required, optional = [] }: Part, schemas: JsonObject): JsonObject {
  const record = schemas[of];
  const properties = isJsonObject(record) ? record.properties : undefined;
  if (!isJsonObject(properties)) throw new Error(`The schema ${name} is a part of ${of}, which has no properties.`);
  const names = required ? [...required, ...optional] : Object.keys(properties);
  const unknown = names.filter((field) => !(field in properties));
  if (unknown.length > 0) throw new Error(`The schema ${name} names fields that ${of} has not: ${unknown.join(', ')}.`);
  const shown = Object.entries(properties).filter(([field]) => names.includes(field));
  return { type: 'object', required: required ?? ['id'], properties: Object.fromEntries(shown) };
}

/**
 * Writes out each schema that shows a part of a record, `x-part: {of: Lead}`, with the record's own fields, so that they are
 * described once. Throws when one names a record or a field that is not there.
 */
export function expandRecordParts(schemas: JsonObject): JsonObject {
  const expanded = Object.entries(schemas).map(([name, schema]) => {
    if (!isJsonObject(schema) || !isPart(schema['x-part'])) return [name, schema];
    const { 'x-part': part, ...rest } = schema;
    return [name, isPart(part) ? { ...expandPart(name, part, schemas), ...rest } : rest];
  });
  return Object.fromEntries(expanded);
}
