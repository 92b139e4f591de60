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
  /** Whether the gateway serves the operation itself, without entity tags. */
  readonly isGateway: boolean;
  /** Parameters of the operation's path item and of its document. */
  readonly shared: readonly unknown[];
}

/** Resolves a reference to a component. */
function resolve(value: unknown, components: Components): JsonObject {
  if (!isJsonObject(value)) return {};
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const [kind = '', name = ''] = reference.slice('#/components/'.length).split('/');
  const found = components[kind]?.[name];
  if (!isJsonObject(found)) throw new Error(`There is no component ${reference}.`);
  return found;
}

/** Returns whether a schema has `updated_at`. Such a record has a version, and so an entity tag. */
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
      operation['x-if-match'] !== false &&
      (declaresPreconditionFailed || (isAboutRecord && method !== 'post')),
    isCacheable: !isWrite && !isGateway && operation['x-list'] !== true,
    ...(typeof maxBytes === 'number' ? { maxBytes } : {}),
  };
}

/**
 * Returns whether a response lists the ignored parameters in `meta`. Lists do, and so do records whose declared `meta`
 * has a field for them.
 */
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

/** Adds the reduced shape that a response has when the query selects fields. */
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

/**
 * Puts the operation's own responses into their envelopes. References are resolved, because shared responses have no
 * envelope.
 */
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

/**
 * Writes out all parameters of the operation, because tools show no description for a reference or for a parameter of
 * the path item.
 */
function toPublicParameters(source: SourceOperation, traits: OperationTraits, components: Components): JsonObject[] {
  const { method, operation, shared } = source;
  const listed: readonly unknown[] = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const declared = listed.map((parameter) => resolve(parameter, components));
  const names = new Set(declared.map(({ name }) => name));
  // Callers of a public operation can't be distinguished, so an Idempotency-Key would have no owner.
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

/** Describes the limit per minute that an operation has in addition to the plan's limits. */
function describeLimit(operation: JsonObject): string {
  const { per_minute: count, group } = readRecord(operation, 'x-limit');
  if (typeof count !== 'number') return '';
  const together = typeof group === 'string' ? `, all operations of the group \`${group}\` together` : '';
  return ` Limit: ${count} requests per minute and workspace${together}, in addition to the plan's limits.`;
}

/** Describes the size limit and the encodings of an uploaded file. */
function describeUpload(operation: JsonObject): string {
  const maxBytes = readRecord(operation, 'x-upload')['max_bytes'];
  if (typeof maxBytes !== 'number') return '';
  return ` The file may have up to ${maxBytes.toLocaleString('en-US')} bytes and may be sent with \`Content-Encoding: gzip\`.`;
}

/** Appends the scopes and roles that a caller needs to the operation's own description. */
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
 * Describes the operation as clients see it: with its common parameters, headers and responses, its envelopes and its
 * security schemes.
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
