import { readList, readRecord, readText } from '@plotline/gateway/contract/json';
import type { Components } from './components.js';

const maxDepth = 6;

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-03-01T09:30:00.000Z',
  date: '2026-03-01',
  email: 'noor@example.com',
  uri: 'https://example.com/',
};

function sampleObject(schema: unknown, components: Components, depth: number): Record<string, unknown> {
  const required = new Set(readList(schema, 'required'));
  const properties = Object.entries(readRecord(schema, 'properties'));
  const shown = required.size > 0 ? properties.filter(([name]) => required.has(name)) : properties;
  return Object.fromEntries(shown.map(([name, property]) => [name, sampleValue(property, components, depth + 1)]));
}

/** Returns a value that the contract declares: an example, the constant, the default, or the first allowed value. */
function findDeclared(schema: Readonly<Record<string, unknown>>): { readonly value: unknown } | undefined {
  const [example] = readList(schema, 'examples');
  if (example !== undefined) return { value: example };
  for (const keyword of ['const', 'default']) if (keyword in schema) return { value: schema[keyword] };
  const [first] = readList(schema, 'enum');
  return first === undefined ? undefined : { value: first };
}

/** Returns a value that a schema allows: a declared value if there is one, or else the required fields. */
export function sampleValue(value: unknown, components: Components, depth = 0): unknown {
  const schema = components.flatten(value);
  const declared = findDeclared(schema);
  if (declared) return declared.value;
  const [alternative] = [...readList(schema, 'anyOf'), ...readList(schema, 'oneOf')];
  if (depth > maxDepth) return null;
  if ('properties' in schema) return sampleObject(schema, components, depth);
  if (alternative !== undefined) return sampleValue(alternative, components, depth + 1);
  const { type } = schema;
  const only: unknown = Array.isArray(type) ? type[0] : type;
  if (only === 'array') return [sampleValue(schema['items'], components, depth + 1)];
  if (only === 'integer' || only === 'number') return schema['minimum'] ?? 1;
  if (only === 'boolean') return true;
  return only === 'string' ? (texts[readText(schema, 'format')] ?? 'text') : {};
}
