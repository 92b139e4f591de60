import { isJsonObject, type JsonObject } from '../../core/json-object.js';

interface Part {
  readonly of: string;
  /** Fields that are always present. When absent: only the id is, and all other fields are optional. */
  readonly required?: readonly string[];
  /** Fields that may also be present, when `required` is given. */
  readonly optional?: readonly string[];
}

function isPart(value: unknown): value is Part {
  return isJsonObject(value) && typeof value.of === 'string';
}

function expandPart(name: string, { of, required, optional = [] }: Part, schemas: JsonObject): JsonObject {
  const record = schemas[of];
  const properties = isJsonObject(record) ? record.properties : undefined;
  if (!isJsonObject(properties)) throw new Error(`The schema ${name} shows a part of ${of}, which has no properties.`);
  const names = required ? [...required, ...optional] : Object.keys(properties);
  const unknown = names.filter((field) => !(field in properties));
  if (unknown.length > 0) throw new Error(`The schema ${name} names fields that ${of} lacks: ${unknown.join(', ')}.`);
  const shown = Object.entries(properties).filter(([field]) => names.includes(field));
  return { type: 'object', required: required ?? ['id'], properties: Object.fromEntries(shown) };
}

/**
 * Expands each schema that shows a part of a record, `x-part: {of: Lead}`, with the record's own fields, so that these
 * are described once. Throws when one names an unknown record or field.
 */
export function expandRecordParts(schemas: JsonObject): JsonObject {
  const expanded = Object.entries(schemas).map(([name, schema]) => {
    if (!isJsonObject(schema) || !isPart(schema['x-part'])) return [name, schema];
    const { 'x-part': part, ...rest } = schema;
    return [name, isPart(part) ? { ...expandPart(name, part, schemas), ...rest } : rest];
  });
  return Object.fromEntries(expanded);
}
