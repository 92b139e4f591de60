import { isJsonObject } from '../../core/json-object.js';
import { resolveReference } from './array-bounds.js';
import type { ContractDocument, Method, Route, Schema } from './document.js';

/** Rules for the texts of a value, from all schemas that describe it. */
class TextRules {
  /** Whether a text is an email address. */
  readonly isEmail: boolean;
  readonly acceptsNull: boolean;
  readonly fields = new Map<string, FieldRules>();
  /** Rules for the items of an array. */
  items: TextRules | null = null;

  constructor(parts: readonly SchemaPart[]) {
    this.isEmail = parts.some(({ schema }) => schema.format === 'email');
    this.acceptsNull = parts.some(({ schema }) => [schema.type].flat().includes('null'));
  }
}

interface FieldRules {
  readonly isOptional: boolean;
  readonly value: TextRules;
}

/** A single schema, without the schemas that it combines. A field is required only if every branch requires it. */
interface SchemaPart {
  readonly schema: Schema;
  readonly isBranch: boolean;
}

const toSchemas = (value: unknown): Schema[] => [value].flat().filter(isJsonObject);

/** Resolves the references of a schema and lists the schemas that it combines. */
function listParts(document: ContractDocument, schema: Schema, isBranch = false): SchemaPart[] {
  const { $ref, allOf, anyOf, oneOf } = schema;
  const target = typeof $ref === 'string' ? resolveReference(document, $ref) : undefined;
  const all = [...toSchemas(target), ...toSchemas(allOf)].flatMap((part) => listParts(document, part, isBranch));
  const branches = [...toSchemas(anyOf), ...toSchemas(oneOf)].flatMap((part) => listParts(document, part, true));
  return [{ schema, isBranch }, ...all, ...branches];
}

/** Groups the schemas of each field. */
function groupFields(parts: readonly SchemaPart[]): Map<string, Schema[]> {
  const fields = new Map<string, Schema[]>();
  for (const { schema } of parts) {
    for (const [name, field] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {})) {
      fields.set(name, [...(fields.get(name) ?? []), ...toSchemas(field)]);
    }
  }
  return fields;
}

/** Creates the rules for bodies. A body's schema may contain itself. */
class RuleReader {
  readonly #document: ContractDocument;
  readonly #known = new Map<string, TextRules>();
  readonly #ids = new Map<Schema, number>();

  constructor(document: ContractDocument) {
    this.#document = document;
  }

  read(schemas: readonly Schema[]): TextRules {
    const key = schemas.map((schema) => this.#identify(schema)).join(' ');
    const known = this.#known.get(key);
    if (known) return known;
    const parts = schemas.flatMap((schema) => listParts(this.#document, schema));
    const required = new Set(parts.filter(({ isBranch }) => !isBranch).flatMap(({ schema }) => schema.required));
    const rules = new TextRules(parts);
    // Stored before the fields are read, because a schema may contain itself.
    this.#known.set(key, rules);
    for (const [name, all] of groupFields(parts)) {
      rules.fields.set(name, { isOptional: !required.has(name), value: this.read(all) });
    }
    const items = parts.flatMap(({ schema }) => toSchemas(schema.items));
    if (items.length > 0) rules.items = this.read(items);
    return rules;
  }

  #identify(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}

/** Cleans the texts of an array's items or an object's fields, in place. */
function clean(value: unknown, { fields, items }: TextRules, method: Method): void {
  if (Array.isArray(value)) {
    if (items) cleanItems(value, items, method);
  } else if (isJsonObject(value)) {
    for (const [name, rules] of fields) if (Object.hasOwn(value, name)) cleanField(value, name, rules, method);
  }
}

function cleanItems(values: unknown[], rules: TextRules, method: Method): void {
  for (const [place, value] of values.entries()) {
    if (typeof value !== 'string') clean(value, rules, method);
    else if (rules.isEmail) values[place] = value.trim();
  }
}

function cleanField(record: object, name: string, { isOptional, value: rules }: FieldRules, method: Method): void {
  const value: unknown = Reflect.get(record, name);
  if (typeof value !== 'string') {
    clean(value, rules, method);
    return;
  }
  const text = rules.isEmail ? value.trim() : value;
  if (text !== '' || !isOptional) Reflect.set(record, name, text);
  else if (rules.acceptsNull) Reflect.set(record, name, null);
  // A new record has no value to clear. A change that clears a field is refused if the field can't be empty.
  else if (method === 'post') Reflect.deleteProperty(record, name);
}

/** Cleans the texts of a body in place. */
export type CleanTexts = (body: unknown) => void;

/**
 * Creates the function that cleans the texts of an operation's bodies before they are checked. Forms and automations
 * send an empty text for a field that somebody left empty. In an optional field, an empty text counts as null. Spaces
 * around an email address are removed. Fields of maps are not changed, because the contract doesn't list them.
 */
export function createTextCleaner(document: ContractDocument, { operation, method }: Route): CleanTexts {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema) return () => undefined;
  const rules = new RuleReader(document).read([schema]);
  return (body) => clean(body, rules, method);
}
