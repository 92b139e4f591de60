import { problemStatus } from '@plotline/kit/errors';

const nullableLink = { type: ['string', 'null'] };

/** `{success, data, meta?}` around the schema of a record. */
export function recordEnvelope(data: unknown): object {
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data: data ?? {}, meta: { type: 'object' } },
  };
}

/** `{success, data, meta, links}` around the schema of an array of entries. */
export function listEnvelope(data: unknown): object {
  return {
    type: 'object',
    required: ['success', 'data', 'meta', 'links'],
    properties: {
      success: { const: true },
      data: data ?? { type: 'array' },
      meta: { $ref: '#/components/schemas/PageMeta' },
      links: { $ref: '#/components/schemas/PageLinks' },
    },
  };
}

export const problemEnvelope = { $ref: '#/components/schemas/ErrorEnvelope' };

const schemas = {
  PageMeta: {
    type: 'object',
    required: ['per_page', 'total'],
    properties: {
      page: { type: 'integer', minimum: 1 },
      per_page: { type: 'integer', minimum: 1, maximum: 100 },
      total: { type: 'integer', minimum: 0 },
      total_pages: { type: 'integer', minimum: 0 },
      next_cursor: {
        type: ['string', 'null'],
        description: 'With `cursor=`: where the next page begins; null at the end.',
      },
    },
  },
  PageLinks: {
    type: 'object',
    description: 'Relative, with all filters of the request; null where there is none.',
    required: ['self', 'first', 'prev', 'next', 'last'],
    properties: {
      self: { type: 'string' },
      first: { type: 'string' },
      prev: nullableLink,
      next: nullableLink,
      last: nullableLink,
    },
  },
  ErrorDetail: {
    type: 'object',
    required: ['field', 'message'],
    properties: {
      field: { type: 'string', description: 'Path of the field, such as `units[3].price.currency`.' },
      message: { type: 'string' },
    },
  },
  ErrorEnvelope: {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: Object.keys(problemStatus) },
          message: { type: 'string' },
          details: { type: 'array', items: { $ref: '#/components/schemas/ErrorDetail' } },
          retry_after: { type: 'integer', description: 'Seconds to wait before the next attempt.' },
        },
      },
    },
  },
};

/** What every answer says in headers. */
export const answerHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};

const seconds = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

function problem(description: string, headers: object = {}): object {
  return {
    description,
    headers: { ...answerHeaders, ...headers },
    content: { 'application/json': { schema: problemEnvelope } },
  };
}

/** What the gateway adds to the components of the parts. */
export const envelopeComponents: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  schemas,
  headers: {
    RequestId: { description: 'Names the request in the logs.', schema: { type: 'string' } },
    RateLimitLimit: { description: 'Requests that the plan allows in a minute.', schema: { type: 'integer' } },
    RateLimitRemaining: { description: 'How many of them are left in this minute.', schema: { type: 'integer' } },
    RateLimitReset: { description: 'When the minute ends, in Unix seconds.', schema: { type: 'integer' } },
  },
  parameters: {
    WorkspaceId: {
      name: 'X-Workspace-ID',
      in: 'header',
      description: 'One of the workspaces that the credential belongs to; its own when absent.',
      schema: { type: 'string' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Repeating a request with the same key within 24 hours gives the first answer and does nothing again.',
      schema: { type: 'string' },
    },
    RequestId: {
      name: 'X-Request-Id',
      in: 'header',
      description: 'A name of your own for the request, echoed in the answer.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    },
  },
  responses: {
    BadRequest: problem('The request is malformed.'),
    Unauthorized: problem('The credential is missing, wrong, expired or revoked.', {
      'WWW-Authenticate': { schema: { type: 'string' } },
    }),
    Forbidden: problem('The credential lacks a scope, or does not belong to the workspace.'),
    NotFound: problem('There is no such record in the workspace.'),
    Conflict: problem('The state of the record, or a running request with the same key, does not allow it.'),
    PreconditionFailed: problem('The record has changed since the version that If-Match names.'),
    PayloadTooLarge: problem('The body is larger than 1,048,576 bytes.'),
    ValidationError: problem('A field or parameter is missing or not valid; `details` has a row for each.'),
    RateLimitExceeded: problem('Too many requests.', seconds),
    InternalError: problem('Something went wrong on our side.'),
    ServiceUnavailable: problem('A part of the service is away; the request may be repeated.', seconds),
  },
  securitySchemes: {
    credential: { type: 'http', scheme: 'bearer', description: 'An API key, or an OAuth 2.0 access token.' },
  },
};

/** What an operation can answer besides its own, by status. A single record has an entity tag. */
export function commonResponses(method: string, hasPathParameters: boolean, isList: boolean): Record<string, object> {
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const isWrite = method !== 'get';
  const isGuarded = isWrite && method !== 'post';
  return {
    ...(isWrite || isList ? {} : { 304: { description: 'The record is as If-None-Match says.' } }),
    400: response('BadRequest'),
    401: response('Unauthorized'),
    403: response('Forbidden'),
    ...(hasPathParameters ? { 404: response('NotFound') } : {}),
    ...(isWrite ? { 409: response('Conflict') } : {}),
    ...(isGuarded ? { 412: response('PreconditionFailed') } : {}),
    ...(isWrite ? { 413: response('PayloadTooLarge') } : {}),
    422: response('ValidationError'),
    429: response('RateLimitExceeded'),
    500: response('InternalError'),
    503: response('ServiceUnavailable'),
  };
}
