import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { isJsonObject, type JsonObject } from '../../core/json-object.js';
import { expandEventNames, expandRecordParts } from './expand-schemas.js';

/** A JSON Schema in an OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  /** `false` for an array whose values are separated by commas. */
  readonly explode?: boolean;
  /** For a bound of a time range: whether a day means its first or its last moment in the workspace's time zone. */
  readonly 'x-day-bound'?: 'start' | 'end';
  readonly schema: Schema;
}

/** The fields of an OpenAPI operation that are read, and Plotline's extensions. */
export interface Operation {
  readonly operationId: string;
  /** Scopes that a credential needs. It needs all of them. An empty list accepts any valid credential. */
  readonly 'x-scopes': readonly string[];
  /**
   * Alternative scopes. A credential needs at least one of them, in addition to `x-scopes`. The response depends on
   * which of them it has.
   */
  readonly 'x-any-scope'?: readonly string[];
  /** Roles of people who may call the operation. Keys have no role and are only limited by their scopes. */
  readonly 'x-roles': readonly string[];
  /** Whether anyone may call the operation without a credential. */
  readonly 'x-public'?: boolean;
  /** Whether a router of the service serves the operation in its own format. Then the operation has no handler. */
  readonly 'x-router'?: boolean;
  /**
   * `false` for a POST without an Idempotency-Key, because a repeat does no harm and the response is for one browser.
   */
  readonly 'x-idempotency-key'?: boolean;
  /** `false` for a change to a record without a version. The operation ignores If-Match. */
  readonly 'x-if-match'?: boolean;
  /**
   * Requests per minute and workspace in addition to the plan's limit. Operations with the same `group` share a count.
   */
  readonly 'x-limit'?: { readonly per_minute: number; readonly group?: string };
  /** Whether the operation returns a page of records. Then the envelope has `meta` and `links`. */
  readonly 'x-list'?: boolean;
  /** Schema of the record. The query parameter `fields` selects from its fields. */
  readonly 'x-fields'?: { readonly $ref: string };
  /** Name of the body's array whose rows are validated one by one with `partial=true`. */
  readonly 'x-rows'?: string;
  /** The body is a file, which is streamed to the handler. `max_bytes` limits it, both as sent and decompressed. */
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
  /** Fields in which the event's example differs from the example of `data`. */
  readonly example?: Schema;
  /** Former values of those fields, for events about a change. */
  readonly previous?: Schema;
}

/** Components of an OpenAPI document, by kind (`schemas`, `parameters`, …) and name. */
type Components = Readonly<Record<string, JsonObject>>;

export interface ContractDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Partial<Readonly<Record<Method, Operation>>>>>;
  readonly components?: Components;
  readonly 'x-events'?: Readonly<Record<string, ContractEvent>>;
  /** Scope that a credential needs to read the events of each group, such as `lead` for `lead.*`. */
  readonly 'x-event-scopes'?: Readonly<Record<string, string>>;
}

const commonFile = new URL('../../../common.yaml', import.meta.url);

const loaded = new Map<string, ContractDocument>();
let sharedComponents: Components | undefined;

/**
 * Loads a service's contract. Adds the components that all services share (`services/kit/common.yaml`), unless the
 * contract has its own. Expands schemas that show a part of a record or list events. Reads each file once. Throws when
 * the file can't be read or isn't a contract.
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

/** Returns the contract files of all services: `<service>/openapi.yaml` beside this file. */
export function listContracts(file: string | URL): string[] {
  const folder = dirname(dirname(file instanceof URL ? fileURLToPath(file) : file));
  const files = readdirSync(folder).map((service) => join(folder, service, 'openapi.yaml'));
  return files.filter((one) => existsSync(one));
}

/** Returns the contracts of all services, without shared components. */
function readSiblings(file: string | URL): ContractDocument[] {
  return listContracts(file)
    .map((one) => loaded.get(one) ?? readYaml(one))
    .filter(isContract);
}

/** Returns the names of the events that the contracts of all services declare. */
function listEventNames(file: string | URL): string[] {
  return readSiblings(file).flatMap((contract) => Object.keys(contract['x-events'] ?? {}));
}

/**
 * Returns the scope of each event that the contracts of all services declare, by name. Throws when an event's group has
 * none.
 */
export function readEventScopes(file: string | URL): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>();
  for (const { 'x-events': events = {}, 'x-event-scopes': scopeOfGroup = {} } of readSiblings(file)) {
    for (const name of Object.keys(events)) {
      const scope = scopeOfGroup[name.split('.', 1)[0] ?? ''];
      if (scope === undefined) throw new Error(`The contract declares no scope in x-event-scopes for ${name}.`);
      scopes.set(name, scope);
    }
  }
  return scopes;
}

/** Parses YAML. A syntax error contains the file, the line and the column. */
function readYaml(file: string | URL): unknown {
  return load(readFileSync(file, 'utf8'), { filename: String(file) });
}

/** Returns whether a value has the structure of a contract. Operations are checked later, when they are listed. */
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

/**
 * Returns the operation with its scopes and roles, which are empty for a public operation. Throws if a required
 * declaration is missing.
 */
function assertDeclared(operation: Operation, place: string): Operation {
  if (!operation.operationId) throw new Error(`${place} has no operationId.`);
  if (operation['x-public']) return { ...operation, 'x-scopes': [], 'x-roles': [] };
  for (const name of ['x-scopes', 'x-roles'] as const) {
    if (!Array.isArray(operation[name])) throw new Error(`${place} declares no ${name}.`);
  }
  return operation;
}

/**
 * Lists all operations of a document. Throws if an operation has no operationId, or if it isn't `x-public` and lacks
 * `x-scopes` or `x-roles`.
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

/**
 * Returns whether an operation accepts an Idempotency-Key. A POST by a known caller does, unless the contract says
 * otherwise.
 */
export function takesIdempotencyKey({ method, operation }: Pick<Route, 'method' | 'operation'>): boolean {
  return method === 'post' && !operation['x-public'] && operation['x-idempotency-key'] !== false;
}

/** Returns the operation's parameters with references to `#/components/parameters/…` resolved. */
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
