import { readFileSync } from 'node:fs';
import { parseYaml } from '../../support/yaml.js';

/** Part of a JSON Schema that this file reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly readOnly?: boolean;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

function readSchemas(path: string): Readonly<Record<string, Schema>> {
  const document: Document = parseYaml(readFileSync(new URL(`../../../services/${path}`, import.meta.url), 'utf8'));
  return document.components.schemas;
}

type Resolve = (schema: Schema) => Schema;

/** Follows the references in a service's contract. */
function createResolve(service: string): Resolve {
  const schemas = { ...readSchemas('kit/common.yaml'), ...readSchemas(`${service}/openapi.yaml`) };
  const resolve = (schema: Schema): Schema => {
    const target = schema.$ref === undefined ? undefined : schemas[schema.$ref.split('/').at(-1) ?? ''];
    return target ? { ...resolve(target), ...schema } : schema;
  };
  return resolve;
}

/** Returns the paths of the required fields in a body. */
export function readRequiredFields(service: string, name: string): readonly string[] {
  const resolve = createResolve(service);
  const list = (path: string, given: Schema): string[] => {
    const { properties = {}, required = [] } = resolve(given);
    if (required.length === 0) return [path];
    return required.flatMap((field) => list(path ? `${path}.${field}` : field, properties[field] ?? {}));
  };
  return list('', { $ref: `#/components/schemas/${name}` });
}

/** Returns the fields of a schema in a service's contract by path, down to values that are not objects. */
export function readContractFields(service: string, name: string): ReadonlyMap<string, Schema> {
  const resolve = createResolve(service);
  const list = (path: string, given: Schema): [string, Schema][] => {
    const schema = resolve(given);
    if (!schema.properties) return [[path, { ...schema, ...(schema.items && { items: resolve(schema.items) }) }]];
    return Object.entries(schema.properties).flatMap(([field, inner]) =>
      list(path ? `${path}.${field}` : field, inner),
    );
  };
  return new Map(list('', { $ref: `#/components/schemas/${name}` }));
}
