import type { JsonObject } from '@plotline/kit/core/json-object';

const referToHeader = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** The headers of every response. */
export const responseHeaders: JsonObject = {
  'X-Request-Id': referToHeader('RequestId'),
  'X-RateLimit-Limit': referToHeader('RateLimitLimit'),
  'X-RateLimit-Remaining': referToHeader('RateLimitRemaining'),
  'X-RateLimit-Reset': referToHeader('RateLimitReset'),
  'Cache-Control': referToHeader('CacheControl'),
  Deprecation: referToHeader('Deprecation'),
  Sunset: referToHeader('Sunset'),
};

export const entityTagHeader: JsonObject = { ETag: referToHeader('EntityTag') };
export const idempotencyReplayedHeader: JsonObject = { 'Idempotency-Replayed': referToHeader('IdempotencyReplayed') };
export const ignoredParametersHeader: JsonObject = { 'X-Ignored-Parameters': referToHeader('IgnoredParameters') };
export const preferenceAppliedHeader: JsonObject = { 'Preference-Applied': referToHeader('PreferenceApplied') };
export const retryAfterHeader: JsonObject = { 'Retry-After': referToHeader('RetryAfter') };
export const allowHeader: JsonObject = { Allow: referToHeader('Allow') };
export const challengeHeader: JsonObject = { 'WWW-Authenticate': referToHeader('Challenge') };

const text = { type: 'string' };

export const headerComponents: JsonObject = {
  RequestId: { description: 'Names the request in the logs.', schema: text },
  RateLimitLimit: { description: 'Requests that the plan allows in a minute.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'How many of them are left in this minute.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'When the minute ends, in Unix seconds.', schema: { type: 'integer' } },
  IgnoredParameters: {
    description:
      'The names of query parameters that the operation does not know, percent-encoded, separated by commas; absent when there is none. A list tells them in `meta.ignored_parameters` instead.',
    schema: text,
  },
  CacheControl: { description: '`no-store`: answers are for the caller alone.', schema: text },
  Deprecation: { description: 'Since when Basic authentication is deprecated; with Basic only.', schema: text },
  Sunset: { description: 'When Basic authentication goes; with Basic only.', schema: text },
  EntityTag: {
    description: 'Strong entity tag of the answer, for If-None-Match; of a record also for If-Match.',
    schema: text,
  },
  IdempotencyReplayed: {
    description: 'The answer is that of an earlier request with the same Idempotency-Key; absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
  },
  PreferenceApplied: { description: 'The preferences of `Prefer` that were followed, if any.', schema: text },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  Allow: { description: 'The methods that the path takes.', schema: text },
  Challenge: { description: 'The scheme of authentication to use.', schema: text },
};

const entityTags = { type: 'string', maxLength: 1000, examples: ['"3-oZb2kY1mQ8r5sT7uVwXyZaBcDeF"'] };

const workspaceIdParameter: JsonObject = {
  name: 'X-Workspace-ID',
  in: 'header',
  description: 'One of the workspaces that the credential belongs to; its own when absent.',
  schema: text,
};

const requestIdParameter: JsonObject = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'A name of your own for the request, echoed in the answer.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

const preferParameter: JsonObject = {
  name: 'Prefer',
  in: 'header',
  description: '`handling=strict`: fields of the body and parameters that are not known are 422 instead of ignored.',
  schema: { type: 'string', examples: ['handling=strict'] },
};

export const idempotencyKeyParameter: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Repeating a request with the same key within 24 hours gives the first answer and does nothing again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

export const ifMatchParameter: JsonObject = {
  name: 'If-Match',
  in: 'header',
  description:
    'An `ETag` of the record, from any answer that shows it (with `fields` or `expand`, too): 412 when the record has changed since.',
  schema: entityTags,
};

export const ifNoneMatchParameter: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of the answer that you have: 304 when it would be the same.',
  schema: entityTags,
};

/** The parameters of every request. */
export const requestParameters: readonly JsonObject[] = [requestIdParameter, preferParameter];

/** The parameters of every operation that is for a workspace. */
export const commonParameters: readonly JsonObject[] = [workspaceIdParameter, ...requestParameters];
