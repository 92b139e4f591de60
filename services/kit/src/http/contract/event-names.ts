import { isJsonObject, type JsonObject } from '../../core/json-object.js';

/** Returns the groups of events: `lead.*` for the events whose names begin with `lead.`. */
function listGroups(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => `${name.split('.', 1)[0]}.*`))];
}

/**
 * Completes each schema with `x-event-names: true`, whose values are names of events: `enum` gets the listed names
 * before its own, and with `x-event-groups: true` their groups in between. So an event is declared once, in the
 * contract of the service that publishes it. Lists the names only if there is such a schema.
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
