import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import {
  type ContractDocument,
  type ContractEvent,
  listRoutes,
  loadContract,
  type Operation,
  type Route,
} from '@plotline/kit/http/contract/document';
import { isScope } from '@plotline/protos/plotline/auth/v1/scopes';
import { type RecordedExamples, readExamples } from './examples.js';
import { knownRoles } from './roles.js';

/** The part of the public contract that one service owns. */
interface ServiceContract {
  readonly service: string;
  readonly document: ContractDocument;
  readonly routes: readonly Route[];
  readonly examples: RecordedExamples;
}

/** A route and the service that serves it. */
export interface ServiceRoute extends Route {
  readonly service: string;
}

/** The merged contract of all services. The gateway routes requests by it and publishes it. */
export interface MergedContract {
  readonly routes: readonly ServiceRoute[];
  readonly paths: JsonObject;
  readonly components: Readonly<Record<string, JsonObject>>;
  readonly tags: readonly unknown[];
  /** Events that webhooks can receive, by name. */
  readonly events: Readonly<Record<string, ContractEvent>>;
  readonly examples: RecordedExamples;
}

/** The authorization server, which has its own document and isn't merged. */
export const authorizationServer = 'auth';

/** Service name for the operations that the gateway serves itself. */
export const gatewayService = 'gateway';
export const gatewayContractFile = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));

function readServiceContract(service: string, file: string): ServiceContract {
  try {
    const document = loadContract(file);
    return { service, document, routes: listRoutes(document), examples: readExamples(file) };
  } catch (error) {
    throw new Error(`The contract of ${service} cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function readServiceContracts(folder: string): ServiceContract[] {
  const contracts = readdirSync(folder)
    .sort()
    .map((service) => ({ service, file: join(folder, service, 'openapi.yaml') }))
    .filter(({ service, file }) => service !== authorizationServer && existsSync(file))
    .map(({ service, file }) => readServiceContract(service, file));
  if (contracts.length === 0) throw new Error(`No contract found: ${folder} has no <service>/openapi.yaml.`);
  return [...contracts, readServiceContract(gatewayService, gatewayContractFile)];
}

function assertValidRoute({ service, path, operation }: ServiceRoute): void {
  const place = `${service}: ${operation.operationId}`;
  if (!path.startsWith('/v1/')) throw new Error(`${place}: the path ${path} does not begin with /v1/.`);
  assertKnownPermissions(operation, place);
}

/** Throws an error that names the place if an operation declares an unknown scope or role. */
export function assertKnownPermissions(operation: Operation, place: string): void {
  for (const scope of [...operation['x-scopes'], ...(operation['x-any-scope'] ?? [])]) {
    if (!isScope(scope)) throw new Error(`${place}: there is no scope ${JSON.stringify(scope)}.`);
  }
  for (const role of operation['x-roles']) {
    if (!knownRoles.has(role)) throw new Error(`${place}: there is no role ${JSON.stringify(role)}.`);
  }
}

/** Compares paths without the names of their parameters: `/v1/leads/{id}` equals `/v1/leads/{lead}`. */
function assertDistinctRoutes(routes: readonly ServiceRoute[]): void {
  const byOperationId = new Map<string, ServiceRoute>();
  const byPath = new Map<string, ServiceRoute>();
  for (const route of routes) {
    const { operationId } = route.operation;
    const sameId = byOperationId.get(operationId);
    if (sameId) throw new Error(`The operation ${operationId} is in ${sameId.service} and in ${route.service}.`);
    byOperationId.set(operationId, route);
    const anonymousPath = route.path.replaceAll(/\{\w+\}/g, '{}');
    const samePath = byPath.get(anonymousPath);
    if (samePath && (samePath.path !== route.path || samePath.service !== route.service)) {
      throw new Error(
        `The path ${route.path} of ${route.service} clashes with ${samePath.path} of ${samePath.service}.`,
      );
    }
    byPath.set(anonymousPath, route);
  }
}

function mergeComponents(contracts: readonly ServiceContract[]): Record<string, JsonObject> {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const { service, document } of contracts) {
    for (const [kind, components] of Object.entries(document.components ?? {})) {
      merged[kind] ??= {};
      for (const [name, component] of Object.entries(components)) {
        const present = merged[kind][name];
        if (present !== undefined && !isDeepStrictEqual(present, component)) {
          throw new Error(
            `The component ${kind}/${name} of ${service} differs from another service's component of that name.`,
          );
        }
        merged[kind][name] = component;
      }
    }
  }
  return merged;
}

/** Merges the services' examples with the shared refusals, which the gateway records. */
function mergeExamples(contracts: readonly ServiceContract[]): RecordedExamples {
  const ofGateway = contracts.find(({ service }) => service === gatewayService);
  return {
    shared: ofGateway?.examples.shared ?? {},
    operations: Object.assign({}, ...contracts.map(({ examples }) => examples.operations)),
  };
}

export function readTags(value: unknown): readonly unknown[] {
  const tags: unknown = isJsonObject(value) ? value['tags'] : undefined;
  return Array.isArray(tags) ? tags : [];
}

/** Throws when an operation uses a tag that no service declares. */
function assertDeclaredTags(routes: readonly ServiceRoute[], tags: readonly unknown[]): void {
  const declared = new Set(tags.map((tag) => (isJsonObject(tag) ? tag['name'] : undefined)));
  for (const { service, operation } of routes) {
    for (const tag of readTags(operation)) {
      if (!declared.has(tag)) {
        throw new Error(`${service}: ${operation.operationId}: no contract declares the tag ${JSON.stringify(tag)}.`);
      }
    }
  }
}

/**
 * Reads and merges the gateway's own contract and every `<folder>/<service>/openapi.yaml` except that of the
 * authorization server. Throws an error that names the place if there is no contract, if a contract is invalid, or if
 * two contracts contradict each other.
 */
export function readContract(folder: string): MergedContract {
  const contracts = readServiceContracts(folder);
  const routes = contracts.flatMap(({ service, routes }) => routes.map((route) => ({ ...route, service })));
  for (const route of routes) assertValidRoute(route);
  assertDistinctRoutes(routes);
  const tags = contracts.flatMap(({ document }) => readTags(document));
  assertDeclaredTags(routes, tags);
  return {
    routes,
    paths: Object.assign({}, ...contracts.map(({ document }) => document.paths)),
    components: mergeComponents(contracts),
    tags,
    events: Object.assign({}, ...contracts.map(({ document }) => document['x-events'])),
    examples: mergeExamples(contracts),
  };
}
