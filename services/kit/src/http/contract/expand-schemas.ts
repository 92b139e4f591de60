import { isJsonObject, type JsonObject } from '../../core/json-object.js';

interface Part {
  readonly of: string;
  /** Fields that are always present. By default, only `id` is required, and all other fields are optional. */
  readonly required?: readonly string[];
  /** Further fields that may be present. Only used with `required`. */
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
 * Expands each schema that shows a part of a record, `x-part: {of: Lead}`. It gets the record's own fields, so that
 * they are described only once. Throws for an unknown record or field.
 */
export function expandRecordParts(schemas: JsonObject): JsonObject {
  const expanded = Object.entries(schemas).map(([name, schema]) => {
    if (!isJsonObject(schema) || !isPart(schema['x-part'])) return [name, schema];
    const { 'x-part': part, ...rest } = schema;
    return [name, isPart(part) ? { ...expandPart(name, part, schemas), ...rest } : rest];
  });
  return Object.fromEntries(expanded);
}

/** Returns the groups of events: `lead.*` for the events whose names begin with `lead.`. */
function listGroups(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => `${name.split('.', 1)[0]}.*`))];
}

/**
 * Completes each schema with `x-event-names: true`, whose values are event names. Puts the listed names before its own
 * names in `enum`. With `x-event-groups: true`, also puts their groups in between. So an event is only declared in the
 * contract of the service that publishes it. Only lists the names if there is such a schema.
 */
export function expandEventNames(schemas: JsonObject, listNames: () => readonly string[]): JsonObject {
  let names: readonly string[] | undefined;
  const expanded = Object.entries(schemas).map(([name, schema]) => {
    if (!isJsonObject(schema) || schema['x-event-names'] !== true) return [name, schema];
    const { 'x-event-names': _marker, 'x-event-groups': hasGroups, enum: own, ...rest } = schema;
    const further: readonly unknown[] = Array.isArray(own) ? own : [];
    names ??= listNames();
    const groups = hasGroups === true ? listGroups(names) : [];
    return [name, { ...rest, enum: [...names, ...groups, ...further] }];
  });
  return Object.fromEntries(expanded);
}
