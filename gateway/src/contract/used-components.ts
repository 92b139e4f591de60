import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';

/** Collects the components that a value refers to, directly or through other components. */
function collect(value: unknown, components: Readonly<Record<string, JsonObject>>, used: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, components, used);
  if (!isJsonObject(value)) return;
  const reference = value['$ref'];
  if (typeof reference === 'string' && !used.has(reference)) {
    used.add(reference);
    const [kind = '', name = ''] = reference.slice('#/components/'.length).split('/');
    collect(components[kind]?.[name], components, used);
  }
  for (const part of Object.values(value)) collect(part, components, used);
}

/** Picks the components that the paths need. Security schemes are found by name, because they have no reference. */
export function pickUsedComponents(
  paths: JsonObject,
  components: Readonly<Record<string, JsonObject>>,
): Record<string, JsonObject> {
  const used = new Set<string>();
  collect(paths, components, used);
  const picked: Record<string, JsonObject> = {};
  for (const [kind, members] of Object.entries(components)) {
    const isUsed = (name: string) => kind === 'securitySchemes' || used.has(`#/components/${kind}/${name}`);
    const entries = Object.entries(members).filter(([name]) => isUsed(name));
    if (entries.length > 0) picked[kind] = Object.fromEntries(entries);
  }
  return picked;
}
