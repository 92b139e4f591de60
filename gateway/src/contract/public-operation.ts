import {
  answerHeaders,
  etagHeader,
  idempotencyKey,
  ifMatch,
  ifNoneMatch,
  preferenceHeader,
  replayHeader,
} from './common-headers.js';
import { commonResponses, type OperationTraits, ownProblem } from './common-responses.js';
import { listEnvelope, recordEnvelope } from './envelope-schemas.js';
import { isRecord, type JsonObject } from './json.js';
import type { MergedContract } from './merge.js';

type Components = MergedContract['components'];

/** An operation as its part has it, and where it is. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  /** Answered by the gateway, which knows no entity tags. */
  readonly isOwn: boolean;
}

function recordIn(value: unknown, key: string): JsonObject {
  const found = isRecord(value) ? value[key] : undefined;
  return isRecord(found) ? found : {};
}

/** Follows a reference to a component of the parts. */
function resolve(value: unknown, components: Components): JsonObject {
  if (!isRecord(value)) return {};
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const [kind = '', name = ''] = reference.slice('#/components/'.length).split('/');
  const found = components[kind]?.[name];
  if (!isRecord(found)) throw new Error(`There is no component ${reference}.`);
  return found;
}

/** Whether a schema describes a record that can be changed: its answer tells the version. */
function isChangeable(schema: unknown, components: Components): boolean {
  const resolved = resolve(schema, components);
  const parts = Array.isArray(resolved['allOf']) ? resolved['allOf'] : [];
  return 'updated_at' in recordIn(resolved, 'properties') || parts.some((part) => isChangeable(part, components));
}

function traitsOf({ path, method, operation, isOwn }: PlacedOperation): OperationTraits {
  const isWrite = method !== 'get';
  const isAboutRecord = path.includes('{');
  const declares = (status: string) => status in recordIn(operation, 'responses');
  return {
    isWrite,
    isAboutRecord,
    isGuarded: isWrite && method !== 'post' && (isAboutRecord || declares('412')),
    isCacheable: !isWrite && !isOwn && operation['x-list'] !== true,
  };
}

function successHeaders(status: string, schema: unknown, placed: PlacedOperation, components: Components): JsonObject {
  const { isCacheable } = traitsOf(placed);
  const hasTag = isCacheable || (['200', '201'].includes(status) && isChangeable(schema, components));
  return {
    ...answerHeaders,
    ...preferenceHeader,
    ...(hasTag ? etagHeader : {}),
    ...(placed.method === 'post' ? replayHeader : {}),
  };
}

function success(status: string, response: JsonObject, placed: PlacedOperation, components: Components): JsonObject {
  const { operation } = placed;
  const content = recordIn(response, 'content');
  const json = content['application/json'];
  const schema = isRecord(json) ? json['schema'] : undefined;
  const headers = { ...successHeaders(status, schema, placed, components), ...recordIn(response, 'headers') };
  if (!isRecord(json)) return { ...response, headers };
  const wrapped = operation['x-list'] === true ? listEnvelope(schema) : recordEnvelope(schema, operation['x-meta']);
  return { ...response, headers, content: { ...content, 'application/json': { schema: wrapped } } };
}

function ownResponses(placed: PlacedOperation, components: Components): JsonObject {
  const responses: Record<string, JsonObject> = {};
  for (const [status, raw] of Object.entries(recordIn(placed.operation, 'responses'))) {
    // What a shared response says is bare, and each operation needs it in its envelope.
    const response = resolve(raw, components);
    responses[status] = status.startsWith('2')
      ? success(status, response, placed, components)
      : ownProblem(status, response);
  }
  return responses;
}

function parametersOf({ method, operation }: PlacedOperation, traits: OperationTraits, components: Components) {
  const own: readonly unknown[] = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const names = new Set(own.map((parameter) => resolve(parameter, components)['name']));
  return [
    ...own,
    ...(method === 'post' ? [idempotencyKey] : []),
    ...(traits.isGuarded && !names.has('If-Match') ? [ifMatch] : []),
    ...(traits.isCacheable ? [ifNoneMatch] : []),
  ];
}

/** The operation as clients see it: with what the house adds to every one of its kind, answers in their envelope. */
export function publicOperation(placed: PlacedOperation, components: Components): JsonObject {
  const { 'x-meta': _meta, ...operation } = placed.operation;
  const traits = traitsOf(placed);
  const parameters = parametersOf(placed, traits, components);
  const scopes = operation['x-scopes'];
  return {
    ...operation,
    ...(parameters.length > 0 ? { parameters } : {}),
    security: [{ credential: scopes }, { basic: scopes }],
    responses: { ...commonResponses(traits), ...ownResponses(placed, components) },
  };
}
