import { isDeepStrictEqual } from 'node:util';
import type { Route } from '@plotline/kit/contract/document';
import { knownScopes } from '../edge/scopes.js';
import { isRecord, type JsonObject } from './json.js';
import type { Part } from './parts.js';

/** A route and the service that answers it. */
export interface ServiceRoute extends Route {
  readonly service: string;
}

/** All parts as one: what the gateway routes by, and what it publishes. */
export interface MergedContract {
  readonly routes: readonly ServiceRoute[];
  readonly paths: JsonObject;
  readonly components: Readonly<Record<string, JsonObject>>;
  readonly tags: readonly unknown[];
}

function assertSound({ service, path, operation }: ServiceRoute): void {
  const place = `${service}: ${operation.operationId}`;
  if (!path.startsWith('/v1/')) throw new Error(`${place}: the path ${path} does not begin with /v1/.`);
  for (const scope of operation['x-scopes']) {
    if (!knownScopes.has(scope)) throw new Error(`${place}: there is no scope ${JSON.stringify(scope)}.`);
  }
}

/** Paths are compared without the names of their parameters: `/v1/leads/{id}` and `/v1/leads/{lead}` are one. */
function assertApart(routes: readonly ServiceRoute[]): void {
  const names = new Map<string, ServiceRoute>();
  const paths = new Map<string, ServiceRoute>();
  for (const route of routes) {
    const { operationId } = route.operation;
    const namesake = names.get(operationId);
    if (namesake) throw new Error(`The operation ${operationId} is in ${namesake.service} and in ${route.service}.`);
    names.set(operationId, route);
    const shape = route.path.replaceAll(/\{\w+\}/g, '{}');
    const other = paths.get(shape);
    if (other && (other.path !== route.path || other.service !== route.service)) {
      throw new Error(`The path ${route.path} of ${route.service} clashes with ${other.path} of ${other.service}.`);
    }
    paths.set(shape, route);
  }
}

function mergeComponents(parts: readonly Part[]): Record<string, JsonObject> {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const { service, document } of parts) {
    for (const [kind, members] of Object.entries(document.components ?? {})) {
      merged[kind] ??= {};
      for (const [name, content] of Object.entries(members)) {
        const present = merged[kind][name];
        if (present !== undefined && !isDeepStrictEqual(present, content)) {
          throw new Error(`The component ${kind}/${name} of ${service} differs from another service's of that name.`);
        }
        merged[kind][name] = content;
      }
    }
  }
  return merged;
}

function tagsOf(value: unknown): readonly unknown[] {
  const tags: unknown = isRecord(value) ? value['tags'] : undefined;
  return Array.isArray(tags) ? tags : [];
}

/** A part may use the tag of another. */
function assertTagged(routes: readonly ServiceRoute[], tags: readonly unknown[]): void {
  const declared = new Set(tags.map((tag) => (isRecord(tag) ? tag['name'] : undefined)));
  for (const { service, operation } of routes) {
    for (const tag of tagsOf(operation)) {
      if (!declared.has(tag)) {
        throw new Error(`${service}: ${operation.operationId}: no part declares the tag ${JSON.stringify(tag)}.`);
      }
    }
  }
}

/** Merges the parts; throws, naming the place, where two of them say different things. */
export function mergeParts(parts: readonly Part[]): MergedContract {
  const routes = parts.flatMap(({ service, routes }) => routes.map((route) => ({ ...route, service })));
  for (const route of routes) assertSound(route);
  assertApart(routes);
  const tags = parts.flatMap(({ document }) => tagsOf(document));
  assertTagged(routes, tags);
  return {
    routes,
    paths: Object.assign({}, ...parts.map((part) => part.document.paths)),
    components: mergeComponents(parts),
    tags,
  };
}
