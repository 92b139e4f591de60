import type { JsonObject } from '@plotline/kit/core/json-object';
import {
  allowHeader,
  challengeHeader,
  entityTagHeader,
  preferenceAppliedHeader,
  responseHeaders,
  retryAfterHeader,
} from './common-headers.js';
import { problemEnvelope } from './envelope-schemas.js';

/** A response with a problem in its envelope. */
interface ProblemResponse {
  readonly description: string;
  readonly headers: JsonObject;
  readonly content: JsonObject;
}

export function createProblemResponse(description: string, headers: JsonObject = {}): ProblemResponse {
  return {
    description,
    headers: { ...responseHeaders, ...headers },
    content: { 'application/json': { schema: problemEnvelope } },
  };
}

const problemResponses = {
  400: ['BadRequest', createProblemResponse('The request is malformed.')],
  401: [
    'Unauthorized',
    createProblemResponse('The credential is missing, wrong, expired or revoked.', challengeHeader),
  ],
  403: ['Forbidden', createProblemResponse('The credential lacks a scope, or does not belong to the workspace.')],
  404: ['NotFound', createProblemResponse('The workspace has no such record.')],
  405: ['MethodNotAllowed', createProblemResponse('The path does not support the method.', allowHeader)],
  409: [
    'Conflict',
    createProblemResponse(
      'The state of the record, or a running request with the same Idempotency-Key, does not allow the request.',
    ),
  ],
  412: ['PreconditionFailed', createProblemResponse('The record has changed since the version in If-Match.')],
  413: ['PayloadTooLarge', createProblemResponse('The body is larger than 1,048,576 bytes.')],
  414: ['TargetTooLong', createProblemResponse('The path and the query together are longer than 8,192 characters.')],
  422: [
    'ValidationError',
    createProblemResponse(
      'A field or parameter is missing or invalid; `details` has a row for each.',
      preferenceAppliedHeader,
    ),
  ],
  429: ['RateLimitExceeded', createProblemResponse('Too many requests.', retryAfterHeader)],
  431: [
    'HeadersTooLarge',
    createProblemResponse('There are more than 100 headers, or they are larger than 12,288 bytes.'),
  ],
  500: ['InternalError', createProblemResponse('Something went wrong on our side.')],
  503: [
    'ServiceUnavailable',
    createProblemResponse('Part of the service is unavailable. Repeat the request later.', retryAfterHeader),
  ],
} as const;

const notModified = {
  description: 'The response has not changed since the one in If-None-Match.',
  headers: { ...responseHeaders, ...entityTagHeader },
};

export const responseComponents: JsonObject = {
  NotModified: notModified,
  ...Object.fromEntries(Object.values(problemResponses)),
};

/** Puts a problem response, as an operation declares it, into the error envelope. */
export function toProblemResponse(status: string, response: JsonObject): JsonObject {
  const common =
    Object.entries(problemResponses).find(([known]) => known === status)?.[1][1] ?? createProblemResponse('');
  return { ...common, ...response, headers: common.headers, content: common.content };
}

/** Properties that decide which common responses an operation has. */
export interface OperationTraits {
  readonly isWrite: boolean;
  /** Needs no credential. */
  readonly isPublic: boolean;
  /** Addresses one record by a parameter in its path. */
  readonly isAboutRecord: boolean;
  /** Honours If-Match. */
  readonly isGuarded: boolean;
  /** Honours If-None-Match. */
  readonly isCacheable: boolean;
  /** Largest body of an upload. */
  readonly maxBytes?: number;
}

const createTooLarge = (maxBytes: number) =>
  createProblemResponse(`The body is larger than ${maxBytes.toLocaleString('en-US')} bytes, as sent or decompressed.`);

/** Returns the responses that an operation has in addition to its own, by status. */
export function getCommonResponses(traits: OperationTraits): Record<string, object> {
  const impossible = new Set([
    ...(traits.isPublic ? ['401'] : []),
    ...(traits.isAboutRecord ? [] : ['404']),
    ...(traits.isWrite ? [] : ['409', '413']),
    ...(traits.isGuarded ? [] : ['412']),
  ]);
  const referTo = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const possible = Object.entries(problemResponses).filter(([status]) => !impossible.has(status));
  return {
    ...(traits.isCacheable ? { 304: referTo('NotModified') } : {}),
    ...Object.fromEntries(possible.map(([status, [name]]) => [status, referTo(name)])),
    ...(traits.maxBytes === undefined ? {} : { 413: createTooLarge(traits.maxBytes) }),
  };
}
