import { type Place, typesOf } from './fields.js';
import { isTree, numberOf, type Tree, textOf, textsOf, treesOf } from './tree.js';

/** Returns a field value that the schema cannot provide, such as an id. Undefined for all other fields. */
export type Fill = (name: string) => string | undefined;

let made = 0;

function textMatching(pattern: string | undefined): string {
  const candidates = ['Sample', '3_months'];
  const found = candidates.find((one) => pattern === undefined || new RegExp(pattern, 'u').test(one));
  if (found === undefined) throw new Error(`Add a text that fits ${pattern} to sample.ts.`);
  return found;
}

function text(schema: Tree): string {
  made += 1;
  const choice = treesOf(schema.anyOf).find(({ format }) => format !== undefined);
  switch (schema.format ?? choice?.format) {
    case 'currency':
      return 'USD';
    case 'email':
      return `sample.${made}.${Date.now()}@example.com`;
    case 'uri':
      return 'https://example.com/sample';
    case 'date':
      return '2027-06-30';
    case 'date-time':
      return '2027-06-30T12:00:00.000Z';
    default:
      return textMatching(textOf(schema.pattern)).padEnd(numberOf(schema.minLength) ?? 0, 'x');
  }
}

function number(schema: Tree): number {
  const above = numberOf(schema.exclusiveMinimum);
  const least = numberOf(schema.minimum) ?? (above === undefined ? 0 : above + 1);
  return Math.min(Math.max(1_000, least), numberOf(schema.maximum) ?? 1_000);
}

function object(schema: Tree, fill: Fill, extent: Extent): Tree {
  const required = textsOf(schema.required);
  const properties = Object.entries(isTree(schema.properties) ? schema.properties : {});
  const chosen = properties.flatMap(([name, part]) => {
    const isChosen = extent === 'whole' || required.includes(name);
    return isChosen && isTree(part) && part.readOnly !== true ? [[name, value(part, fill, extent, name)] as const] : [];
  });
  return Object.fromEntries(chosen);
}

/** Selects only the required fields, or all fields. */
export type Extent = 'least' | 'whole';

function first(schema: Tree): unknown {
  if ('const' in schema) return schema.const;
  return Array.isArray(schema.enum) ? schema.enum[0] : undefined;
}

function value(schema: Tree, fill: Fill, extent: Extent, name: string): unknown {
  const given = fill(name);
  const [type] = typesOf(schema);
  if (type === 'array') return isTree(schema.items) ? [value(schema.items, fill, extent, name)] : [];
  if (given !== undefined) return given;
  const fixed = first(schema);
  if (fixed !== undefined) return fixed;
  if (type === 'object') return object(schema, fill, extent);
  if (type === 'number' || type === 'integer') return number(schema);
  return type === 'boolean' ? false : text(schema);
}

/** Returns a body that matches the schema. */
export function sampleOf(schema: Tree, fill: Fill, extent: Extent): Tree {
  return object(schema, fill, extent);
}

/** Returns a value that matches the schema of the field `name`. */
export function sampleValue(schema: Tree, fill: Fill, name: string): unknown {
  return value(schema, fill, 'whole', name);
}

function put(holder: unknown, schema: Tree, [part, ...rest]: Place, content: unknown, fill: Fill): unknown {
  if (part === undefined) return content;
  if (typeof part === 'number') {
    const entries = Array.isArray(holder) && holder.length > 0 ? holder : [undefined];
    const items = isTree(schema.items) ? schema.items : {};
    return entries.map((entry, index) => (index === part ? put(entry, items, rest, content, fill) : entry));
  }
  const properties = isTree(schema.properties) ? schema.properties : {};
  const inner = isTree(properties[part]) ? properties[part] : {};
  const base = isTree(holder) ? holder : object(schema, fill, 'least');
  const changed = put(base[part], inner, rest, content, fill);
  if (changed !== undefined) return { ...base, [part]: changed };
  return Object.fromEntries(Object.entries(base).filter(([name]) => name !== part));
}

/** Returns the body with `content` at a place. Undefined removes the value. Fills the levels above with samples. */
export function withValue(body: Tree, schema: Tree, path: Place, content: unknown, fill: Fill): Tree {
  const changed = put(body, schema, path, content, fill);
  if (!isTree(changed)) throw new Error('A body is an object.');
  return changed;
}
