import {
  answerHeaders,
  commonResponses,
  envelopeComponents,
  listEnvelope,
  problemEnvelope,
  recordEnvelope,
} from './envelope-schemas.js';
import { isRecord, type JsonObject } from './json.js';
import type { MergedContract } from './merge.js';

const description = `Properties, units, leads, agents and webhooks of a workspace.
Success is \`{success: true, data}\`, lists add \`meta\` and \`links\`, errors are \`{success: false, error}\`.
The same paths answer on the sandbox host, with test keys and data of their own.`;

type Components = MergedContract['components'];

/** Follows a reference to a shared response: what it says is bare, and each operation needs it in its envelope. */
function resolveResponse(response: unknown, components: Components): JsonObject {
  if (!isRecord(response)) return {};
  const reference = response['$ref'];
  if (typeof reference !== 'string') return response;
  const found = components['responses']?.[reference.slice('#/components/responses/'.length)];
  if (!isRecord(found)) throw new Error(`There is no response ${reference}.`);
  return found;
}

function wrapSuccess(response: JsonObject, isList: boolean): JsonObject {
  const content = isRecord(response['content']) ? response['content'] : {};
  const json = content['application/json'];
  const wrapped = {
    ...response,
    headers: { ...answerHeaders, ...(isRecord(response['headers']) ? response['headers'] : {}) },
  };
  if (!isRecord(json)) return wrapped;
  const schema = isList ? listEnvelope(json['schema']) : recordEnvelope(json['schema']);
  return { ...wrapped, content: { ...content, 'application/json': { schema } } };
}

function wrapResponses(operation: JsonObject, components: Components): JsonObject {
  const responses: Record<string, JsonObject> = {};
  for (const [status, raw] of Object.entries(isRecord(operation['responses']) ? operation['responses'] : {})) {
    const response = resolveResponse(raw, components);
    responses[status] = status.startsWith('2')
      ? wrapSuccess(response, operation['x-list'] === true)
      : { ...response, content: { 'application/json': { schema: problemEnvelope } } };
  }
  return responses;
}

const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' };

function publicOperation(path: string, method: string, operation: JsonObject, components: Components): JsonObject {
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const possible = commonResponses(method, path.includes('{'), operation['x-list'] === true);
  return {
    ...operation,
    ...(method === 'post' ? { parameters: [...parameters, idempotencyKey] } : {}),
    security: [{ credential: operation['x-scopes'] }],
    responses: { ...possible, ...wrapResponses(operation, components) },
  };
}

const callParameters = [{ $ref: '#/components/parameters/WorkspaceId' }, { $ref: '#/components/parameters/RequestId' }];

function publicPath(path: string, item: JsonObject, components: Components): JsonObject {
  const own = Array.isArray(item['parameters']) ? item['parameters'] : [];
  const result: Record<string, unknown> = { ...item, parameters: [...own, ...callParameters] };
  for (const [key, value] of Object.entries(item)) {
    if (isRecord(value) && value['operationId'] !== undefined)
      result[key] = publicOperation(path, key, value, components);
  }
  return result;
}

/** The OpenAPI 3.1 document that clients see: the merged parts, each answer in the envelope it leaves the house in. */
export function createPublicDocument({ paths, components, tags }: MergedContract): JsonObject {
  const { responses: _bare, ...shared } = components;
  const merged: Record<string, JsonObject> = { ...shared };
  for (const [kind, members] of Object.entries(envelopeComponents)) merged[kind] = { ...merged[kind], ...members };
  const publicPaths: Record<string, unknown> = {};
  for (const [path, item] of Object.entries(paths)) {
    publicPaths[path] = isRecord(item) ? publicPath(path, item, components) : item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plotline API',
      version: '1.0.0',
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    // Relative to where the document was fetched: right on the live host and on the sandbox host.
    servers: [{ url: '/' }],
    ...(tags.length > 0 ? { tags } : {}),
    paths: publicPaths,
    components: merged,
  };
}
