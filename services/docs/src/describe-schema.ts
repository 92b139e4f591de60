import { readList, readText } from '@plotline/gateway/contract/json';
import type { JsonObject } from '@plotline/kit/core/json-object';
import { type Components, readReference } from './components.js';

const listTypes = (schema: JsonObject): readonly string[] => {
  const { type } = schema;
  if (Array.isArray(type)) return type.map(String);
  return typeof type === 'string' ? [type] : [];
};

function describeAlternatives(alternatives: readonly unknown[], components: Components): string {
  return [...new Set(alternatives.map((alternative) => describeType(alternative, components)))].join(' or ');
}

/** Describes the type, such as `string (date-time) or null`. */
export function describeType(value: unknown, components: Components): string {
  const schema = components.flatten(value);
  const alternatives = [...readList(schema, 'anyOf'), ...readList(schema, 'oneOf')];
  if (alternatives.length > 0) return describeAlternatives(alternatives, components);
  if ('const' in schema) return JSON.stringify(schema['const']);
  const types = listTypes(schema);
  if (types.includes('array')) return `array of ${describeType(schema['items'], components)}`;
  const format = readText(schema, 'format');
  const named = types.length > 0 ? types : ['properties' in schema ? 'object' : 'any'];
  const text = named.join(' or ');
  const name = readReference(value);
  if (named.includes('object') && name !== undefined) return text.replace('object', name);
  return format === '' ? text : text.replace('string', `string (${format})`);
}

const bounds: readonly (readonly [keyword: string, text: string])[] = [
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['minLength', 'characters, at least'],
  ['maxLength', 'characters, at most'],
  ['minItems', 'entries, at least'],
  ['maxItems', 'entries, at most'],
];

/** Describes the rules for a value besides its type, such as `at most 100` and `one of "asc", "desc"`. */
export function describeBounds(value: unknown, components: Components): string {
  const schema = components.flatten(value);
  const items = components.flatten(schema['items']);
  const values = [...readList(schema, 'enum'), ...readList(items, 'enum')];
  return [
    ...(values.length > 0 ? [`one of ${values.map((one) => JSON.stringify(one)).join(', ')}`] : []),
    ...bounds.filter(([keyword]) => keyword in schema).map(([keyword, text]) => `${text} ${String(schema[keyword])}`),
    ...('pattern' in schema ? [`pattern ${String(schema['pattern'])}`] : []),
    ...('default' in schema ? [`default ${JSON.stringify(schema['default'])}`] : []),
    ...(schema['readOnly'] === true ? ['read-only'] : []),
  ].join('; ');
}
