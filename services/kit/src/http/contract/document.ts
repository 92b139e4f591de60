import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { isJsonObject, type JsonObject } from '../../core/json-object.js';
import { expandEventNames } from './event-names.js';
import { expandRecordParts } from './record-parts.js';

/** A JSON Schema as it stands in an OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  /** `false` on an array: values are separated by commas. */
  readonly explode?: boolean;
  readonly schema: Schema;
}

/** The fields of an OpenAPI operation that are read, and Plotline's extensions of it. */
export interface Operation {
  readonly operationId: string;
  /** Scopes that a credential needs, all of them; an empty list asks for any valid credential. */
  readonly 'x-scopes': readonly string[];
  /** Scopes of which a credential needs any one, besides `x-scopes`; what it sees depends on which it has. */
  readonly 'x-any-scope'?: readonly string[];
  /** Roles of people who may ask for it; keys have none and are bound by their scopes alone. */
  readonly 'x-roles': readonly string[];
  /** Anybody may ask for it, without a credential. */
  readonly 'x-public'?: boolean;
  /** A router of the service serves it, in a dialect of its own; it has no handler. */
  readonly 'x-router'?: boolean;
  /** `false` on a POST that takes no Idempotency-Key, as repeating it does no harm and its answer is for one browser. */
  readonly 'x-idempotency-key'?: boolean;
  /** `false` on a change of a record that has no version, and so heeds no If-Match. */
  readonly 'x-if-match'?: boolean;
  /** Requests per minute and workspace on top of the plan's limit; `group` lets operations share one count. */
  readonly 'x-limit'?: { readonly per_minute: number; readonly group?: string };
  /** Answers a page of records: the envelope carries `meta` and `links`. */
  readonly 'x-list'?: boolean;
  /** The schema of a record of which the query's `fields` names the fields. */
  readonly 'x-fields'?: { readonly $ref: string };
  /** Name of the body's array whose rows are judged one by one when the query says `partial=true`. */
  readonly 'x-rows'?: string;
  /** The body is a file, which is streamed to the handler; `max_bytes` bounds it, as sent and as it inflates. */
  readonly 'x-upload'?: { readonly max_bytes: number };
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];

/** An event that the service sends to webhooks. */
export interface ContractEvent {
  readonly description: string;
  /** The schema of `data`. */
  readonly data: string;
  /** The fields in which the example differs from that of `data`. */
  readonly example?: Schema;
  /** What these were before; present when the event tells of a change. */
  readonly previous?: Schema;
}

/** Of an OpenAPI document, by kind (`schemas`, `parameters`, …) and name. */
type Components = Readonly<Record<string, JsonObject>>;

export interface ContractDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Partial<Readonly<Record<Method, Operation>>>>>;
  readonly components?: Components;
  readonly 'x-events'?: Readonly<Record<string, ContractEvent>>;
}

const commonFile = new URL('../../../common.yaml', import.meta.url);

const loaded = new Map<string, ContractDocument>();
let sharedComponents: Components | undefined;

/**
 * Reads a service's part, adds the components that all parts share (`services/kit/common.yaml`), where it has none of the name,
 * and writes out the schemas that are parts of a record or name events. Each file is read once. Throws for what is no contract, or
 * cannot be read.
 */
export function loadContract(file: string | URL): ContractDocument {
  const present = loaded.get(String(file));
  if (present) return present;
  const document = readContract(file);
  loaded.set(String(file), document);
  return document;
}

function readContract(file: string | URL): ContractDocument {
  const part = readYaml(file);
  if (!isContract(part)) throw new Error(`${file} has no paths.`);
  sharedComponents ??= readSharedComponents();
  const components: Record<string, Record<string, unknown>> = {};
  for (const source of [sharedComponents, part.components ?? {}]) {
    for (const [kind, members] of Object.entries(source)) components[kind] = { ...components[kind], ...members };
  }
  const schemas = expandEventNames(expandRecordParts(components.schemas ?? {}), () => listEventNames(file));
  return { ...part, components: { ...components, schemas } };
}

/** Returns the names of the events that the contracts of all services declare: `<service>/openapi.yaml` beside this one. */
function listEventNames(file: string | URL): string[] {
  const folder = dirname(dirname(file instanceof URL ? fileURLToPath(file) : file));
  const files = readdirSync(folder).map((service) => join(folder, service, 'openapi.yaml'));
  const contracts = files.filter((one) => existsSync(one)).map((one) => loaded.get(one) ?? readYaml(one));
  return contracts.flatMap((contract) => (isContract(contract) ? Object.keys(contract['x-events'] ?? {}) : []));
}

/** An error of its syntax names the file, the line and the column. */
function readYaml(file: string | URL): unknown {
  return load(readFileSync(file, 'utf8'), { filename: String(file) });
}

/** What else an operation must declare is asserted where it is listed. */
function isContract(value: unknown): value is ContractDocument {
  return isJsonObject(value) && isJsonObject(value['paths']);
}

function readSharedComponents(): Components {
  const common = readYaml(commonFile);
  if (!isComponentsFile(common)) throw new Error(`${commonFile} has no components.`);
  return common.components;
}

function isComponentsFile(value: unknown): value is { readonly components: Components } {
  return isJsonObject(value) && isJsonObject(value['components']);
}

export interface Route {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
}

/** The operation with scopes and roles, none for a public one. Throws when it lacks what every operation declares. */
function assertDeclared(operation: Operation, place: string): Operation {
  if (!operation.operationId) throw new Error(`${place} has no operationId.`);
  if (operation['x-public']) return { ...operation, 'x-scopes': [], 'x-roles': [] };
  for (const name of ['x-scopes', 'x-roles'] as const) {
    if (!Array.isArray(operation[name])) throw new Error(`${place} declares no ${name}.`);
  }
  return operation;
}

/**
 * All operations of a document. Throws when one has no operationId, or declares no `x-scopes` or no `x-roles` and is not
 * `x-public`.
 */
export function listRoutes(document: ContractDocument): Route[] {
  const routes: Route[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      routes.push({ path, method, operation: assertDeclared(operation, `${method.toUpperCase()} ${path}`) });
    }
  }
  return routes;
}

/** Whether an Idempotency-Key counts: for a POST of somebody who is known, unless the contract says otherwise. */
export function takesIdempotencyKey({ method, operation }: Pick<Route, 'method' | 'operation'>): boolean {
  return method === 'post' && !operation['x-public'] && operation['x-idempotency-key'] !== false;
}

/** The operation's parameters with references to `#/components/parameters/…` followed. */
export function resolveParameters(document: ContractDocument, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((entry) => {
    if (!('$ref' in entry)) return entry;
    const name = entry.$ref.slice('#/components/parameters/'.length);
    const found = document.components?.parameters?.[name];
    if (!isParameter(found)) throw new Error(`${operation.operationId}: no parameter ${entry.$ref}.`);
    return found;
  });
}

function isParameter(value: unknown): value is Parameter {
  return typeof value === 'object' && value !== null && 'name' in value && 'in' in value && 'schema' in value;
}
