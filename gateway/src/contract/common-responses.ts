import {
  allowHeader,
  answerHeaders,
  challengeHeader,
  etagHeader,
  preferenceHeader,
  retryHeader,
} from './common-headers.js';
import { problemEnvelope } from './envelope-schemas.js';
import type { JsonObject } from './json.js';

/** An answer with a problem in its envelope. */
interface ProblemResponse {
  readonly description: string;
  readonly headers: JsonObject;
  readonly content: JsonObject;
}

function problem(description: string, headers: JsonObject = {}): ProblemResponse {
  return {
    description,
    headers: { ...answerHeaders, ...headers },
    content: { 'application/json': { schema: problemEnvelope } },
  };
}

const problems = {
  400: ['BadRequest', problem('The request is malformed.')],
  401: ['Unauthorized', problem('The credential is missing, wrong, expired or revoked.', challengeHeader)],
  403: ['Forbidden', problem('The credential lacks a scope, or does not belong to the workspace.')],
  404: ['NotFound', problem('There is no such record in the workspace.')],
  405: ['MethodNotAllowed', problem('The path takes other methods only.', allowHeader)],
  409: ['Conflict', problem('The state of the record, or a running request with the same key, does not allow it.')],
  412: ['PreconditionFailed', problem('The record has changed since the version that If-Match names.')],
  413: ['PayloadTooLarge', problem('The body is larger than 1,048,576 bytes.')],
  422: [
    'ValidationError',
    problem('A field or parameter is missing or not valid; `details` has a row for each.', preferenceHeader),
  ],
  429: ['RateLimitExceeded', problem('Too many requests.', retryHeader)],
  500: ['InternalError', problem('Something went wrong on our side.')],
  503: ['ServiceUnavailable', problem('A part of the service is away; the request may be repeated.', retryHeader)],
} as const;

const notModified = {
  description: 'What would be answered is what If-None-Match names.',
  headers: { ...answerHeaders, ...etagHeader },
};

export const responseComponents: JsonObject = {
  NotModified: notModified,
  ...Object.fromEntries(Object.values(problems)),
};

/** A problem that an operation describes in words of its own. */
export function ownProblem(status: string, response: JsonObject): JsonObject {
  const common = Object.entries(problems).find(([known]) => known === status)?.[1][1] ?? problem('');
  return { ...common, ...response, headers: common.headers, content: common.content };
}

/** What decides which common answers an operation can give. */
export interface OperationTraits {
  readonly isWrite: boolean;
  /** Addresses one record, by a parameter in its path. */
  readonly isAboutRecord: boolean;
  /** Honours If-Match. */
  readonly isGuarded: boolean;
  /** Honours If-None-Match. */
  readonly isCacheable: boolean;
}

/** What an operation can answer besides its own, by status. */
export function commonResponses(traits: OperationTraits): Record<string, object> {
  const left = new Set([
    ...(traits.isAboutRecord ? [] : ['404']),
    ...(traits.isWrite ? [] : ['409', '413']),
    ...(traits.isGuarded ? [] : ['412']),
  ]);
  const reference = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const possible = Object.entries(problems).filter(([status]) => !left.has(status));
  return {
    ...(traits.isCacheable ? { 304: reference('NotModified') } : {}),
    ...Object.fromEntries(possible.map(([status, [name]]) => [status, reference(name)])),
  };
}
