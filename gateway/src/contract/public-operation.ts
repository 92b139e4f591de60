import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import {
  entityTagHeader,
  idempotencyKeyParameter,
  idempotencyReplayedHeader,
  ifMatchParameter,
  ifNoneMatchParameter,
  ignoredParametersHeader,
  preferenceAppliedHeader,
  responseHeaders,
} from './common-headers.js';
import { getCommonResponses, type OperationTraits, toProblemResponse } from './common-responses.js';
import { wrapList, wrapRecord } from './envelope-schemas.js';
import { readRecord } from './json.js';
import type { MergedContract } from './merge.js';

type Components = MergedContract['components'];

/** An operation as its service declares it, and its place in the contract. */
export interface SourceOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  /** Answered by the gateway itself, without entity tags. */
  readonly isGateway: boolean;
  /** The parameters that its path and its document add to its own. */
  readonly shared: readonly unknown[];
}

/** Follows a reference to a component. */
function resolve(value: unknown, components: Components): JsonObject {
  if (!isJsonObject(value)) return {};
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const [kind = '', name = ''] = reference.slice('#/components/'.length).split('/');
  const found = components[kind]?.[name];
  if (!isJsonObject(found)) throw new Error(`There is no component ${reference}.`);
  return found;
}

/** Whether a schema has `updated_at`: a record with a version, and so with an entity tag. */
function isVersioned(schema: unknown, components: Components): boolean {
  const resolved = resolve(schema, components);
  const members = Array.isArray(resolved['allOf']) ? resolved['allOf'] : [];
  return (
    'updated_at' in readRecord(resolved, 'properties') || members.some((member) => isVersioned(member, components))
  );
}

function readTraits({ path, method, operation, isGateway }: SourceOperation): OperationTraits {
  const isWrite = method !== 'get';
  const isAboutRecord = path.includes('{');
  const maxBytes = readRecord(operation, 'x-upload')['max_bytes'];
  const declaresPreconditionFailed = '412' in readRecord(operation, 'responses');
  return {
    isWrite,
    isPublic: operation['x-public'] === true,
    isAboutRecord,
    isGuarded:
      isWrite &&
      method !== 'post' &&
      operation['x-if-match'] !== false &&
      (isAboutRecord || declaresPreconditionFailed),
    isCacheable: !isWrite && !isGateway && operation['x-list'] !== true,
    ...(typeof maxBytes === 'number' ? { maxBytes } : {}),
  };
}

/** Whether the parameters that were ignored are told in `meta`: by a list, and by what has a place for them in a meta of its own. */
function tellsIgnoredInMeta({ operation }: SourceOperation, components: Components): boolean {
  const meta = resolve(operation['x-meta'], components);
  return operation['x-list'] === true || 'ignored_parameters' in readRecord(meta, 'properties');
}

function toSuccessHeaders(
  status: string,
  schema: unknown,
  source: SourceOperation,
  components: Components,
): JsonObject {
  const { isCacheable } = readTraits(source);
  const hasEntityTag = isCacheable || (['200', '201'].includes(status) && isVersioned(schema, components));
  return {
    ...responseHeaders,
    ...preferenceAppliedHeader,
    ...(tellsIgnoredInMeta(source, components) ? {} : ignoredParametersHeader),
    ...(hasEntityTag ? entityTagHeader : {}),
    ...(source.method === 'post' && source.operation['x-idempotency-key'] !== false ? idempotencyReplayedHeader : {}),
  };
}

/** Tells beside the full shape the one that an answer has when the query names fields. */
function describeReduced(description: unknown, operation: JsonObject): JsonObject {
  const reference = readRecord(operation, 'x-fields')['$ref'];
  if (typeof reference !== 'string') return {};
  const shape = reference.split('/').at(-1);
  const subject = operation['x-list'] === true ? 'each row' : '`data`';
  return {
    description: `${description} When the query has \`fields\`, ${subject} is of the schema \`${shape}\` instead.`,
  };
}

function toSuccessResponse(
  status: string,
  response: JsonObject,
  source: SourceOperation,
  components: Components,
): JsonObject {
  const { operation } = source;
  const content = readRecord(response, 'content');
  const json = content['application/json'];
  const schema = isJsonObject(json) ? json['schema'] : undefined;
  const headers = { ...toSuccessHeaders(status, schema, source, components), ...readRecord(response, 'headers') };
  if (!isJsonObject(json)) return { ...response, headers };
  const wrapped = operation['x-list'] === true ? wrapList(schema) : wrapRecord(schema, operation['x-meta']);
  const described = describeReduced(response['description'], operation);
  return {
    ...response,
    ...described,
    headers,
    content: { ...content, 'application/json': { ...json, schema: wrapped } },
  };
}

/** The operation's own responses in their envelopes. References are resolved, as the shared responses have no envelope. */
function toPublicResponses(source: SourceOperation, components: Components): JsonObject {
  const responses: Record<string, JsonObject> = {};
  for (const [status, declared] of Object.entries(readRecord(source.operation, 'responses'))) {
    const response = resolve(declared, components);
    responses[status] = status.startsWith('2')
      ? toSuccessResponse(status, response, source, components)
      : toProblemResponse(status, response);
  }
  return responses;
}

/** All parameters of the operation, written out: tools show those that are references, or stand with the path, without their description. */
function toPublicParameters(source: SourceOperation, traits: OperationTraits, components: Components): JsonObject[] {
  const { method, operation, shared } = source;
  const listed: readonly unknown[] = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const declared = listed.map((parameter) => resolve(parameter, components));
  const names = new Set(declared.map(({ name }) => name));
  // Those who call a public operation cannot be told apart.
  const takesKey = method === 'post' && operation['x-public'] !== true && operation['x-idempotency-key'] !== false;
  return [
    ...declared,
    ...(takesKey ? [idempotencyKeyParameter] : []),
    ...(traits.isGuarded && !names.has('If-Match') ? [ifMatchParameter] : []),
    ...(traits.isCacheable ? [ifNoneMatchParameter] : []),
    ...shared.map((parameter) => resolve(parameter, components)).filter(({ name }) => !names.has(name)),
  ];
}

const listNames = (names: unknown) => (Array.isArray(names) ? names.map((name) => `\`${name}\``).join(', ') : '');

/** What an operation may be called a minute, besides what the plan allows. */
function describeLimit(operation: JsonObject): string {
  const { per_minute: count, group } = readRecord(operation, 'x-limit');
  if (typeof count !== 'number') return '';
  const together = typeof group === 'string' ? `, all operations of the group \`${group}\` together` : '';
  return ` Limit: ${count} requests a minute of a workspace${together}, besides those of the plan.`;
}

/** What a file that is the body may be, besides its type. */
function describeUpload(operation: JsonObject): string {
  const maxBytes = readRecord(operation, 'x-upload')['max_bytes'];
  if (typeof maxBytes !== 'number') return '';
  return ` The file may have ${maxBytes.toLocaleString('en-US')} bytes, and be sent with \`Content-Encoding: gzip\`.`;
}

/** The operation's own description, and below it what a credential and the person behind it need. */
function toPublicDescription(operation: JsonObject): string {
  const {
    description,
    'x-scopes': scopes,
    'x-any-scope': alternatives,
    'x-roles': roles,
    'x-public': isPublic,
  } = operation;
  const anyNames = listNames(alternatives);
  const scopeNames = [listNames(scopes), anyNames && `one of ${anyNames}`].filter(Boolean).join(', ') || 'none';
  if (isPublic === true) return typeof description === 'string' ? description : '';
  const permissions = `Scopes: ${scopeNames}. Roles of people: ${listNames(roles) || 'none'}.${describeLimit(operation)}${describeUpload(operation)}`;
  return typeof description === 'string' ? `${description.trimEnd()}\n\n${permissions}` : permissions;
}

/**
 * Describes the operation as clients see it: with the common parameters, headers and responses, with envelopes, and with the
 * security schemes of which one is needed.
 */
export function toPublicOperation(
  source: SourceOperation,
  components: Components,
  security: readonly JsonObject[],
): JsonObject {
  const { 'x-meta': _meta, ...operation } = source.operation;
  const traits = readTraits(source);
  const parameters = toPublicParameters(source, traits, components);
  const text = toPublicDescription(operation);
  return {
    ...operation,
    ...(text === '' ? {} : { description: text }),
    ...(parameters.length > 0 ? { parameters } : {}),
    security,
    responses: { ...getCommonResponses(traits), ...toPublicResponses(source, components) },
  };
}
