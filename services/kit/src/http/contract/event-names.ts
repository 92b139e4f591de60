import { isJsonObject, type JsonObject } from '../../core/json-object.js';

/**
 * Completes each schema with `x-event-names: true`, whose values are names of events: `enum` gets the listed names
 * before its own. So an event is declared once, in the contract of the service that publishes it. Lists the names only
 * if there is such a schema.
 */
export function expandEventNames(schemas: JsonObject, listNames: () => readonly string[]): JsonObject {
  let names: readonly string[] | undefined;
  const expanded = Object.entries(schemas).map(([name, schema]) => {
    if (!isJsonObject(schema) || schema['x-event-names'] !== true) return [name, schema];
    const { 'x-event-names': _marker, enum: own, ...rest } = schema;
    const further: readonly unknown[] = Array.isArray(own) ? own : [];
    names ??= listNames();
    return [name, { ...rest, enum: [...names, ...further] }];
  });
  return Object.fromEntries(expanded);
}
