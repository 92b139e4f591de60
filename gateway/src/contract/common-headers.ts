import type { JsonObject } from '@plotline/kit/core/json-object';

const referToHeader = (name: string) => ({ $ref: `#/components/headers/${name}` });

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
  RequestId: { description: 'Id of the request in the logs.', schema: text },
  RateLimitLimit: { description: 'Requests that the plan allows per minute.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'End of the minute, in Unix seconds.', schema: { type: 'integer' } },
  IgnoredParameters: {
    description:
      'Names of query parameters that the operation does not know, percent-encoded and separated by commas. Absent if there are none. A list shows them in `meta.ignored_parameters` instead.',
    schema: text,
  },
  CacheControl: { description: 'Always `no-store`, because responses are only for the caller.', schema: text },
  Deprecation: { description: 'Date from which Basic authentication is deprecated; only with Basic.', schema: text },
  Sunset: { description: 'Date on which Basic authentication ends; only with Basic.', schema: text },
  EntityTag: {
    description: 'Strong entity tag of the response, for If-None-Match. The tag of a record also works for If-Match.',
    schema: text,
  },
  IdempotencyReplayed: {
    description: 'Set if the response repeats that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  PreferenceApplied: { description: 'Preferences of `Prefer` that were applied; absent if none.', schema: text },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  Allow: { description: 'Methods that the path supports.', schema: text },
  Challenge: { description: 'Authentication scheme to use.', schema: text },
};

const entityTags = { type: 'string', maxLength: 1000, examples: ['"3-oZb2kY1mQ8r5sT7uVwXyZaBcDeF"'] };

const workspaceIdParameter: JsonObject = {
  name: 'X-Workspace-ID',
  in: 'header',
  description: "Id of a workspace that the credential belongs to. Default: the credential's own.",
  schema: text,
};

const requestIdParameter: JsonObject = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'Your own id for the request, repeated in the response.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

const preferParameter: JsonObject = {
  name: 'Prefer',
  in: 'header',
  description: '`handling=strict` refuses unknown body fields and parameters with 422 instead of ignoring them.',
  schema: { type: 'string', examples: ['handling=strict'] },
};

export const idempotencyKeyParameter: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Repeating a request with the same key within 24 hours returns the first response and does nothing again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

export const ifMatchParameter: JsonObject = {
  name: 'If-Match',
  in: 'header',
  description:
    'An `ETag` of the record, from any response that shows it, even with `fields` or `expand`. If the record has changed since, the response is 412.',
  schema: entityTags,
};

export const ifNoneMatchParameter: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier response. If nothing has changed, the response is 304.',
  schema: entityTags,
};

/** Parameters of every request. */
export const requestParameters: readonly JsonObject[] = [requestIdParameter, preferParameter];

/** Parameters of every operation that acts in a workspace. */
export const commonParameters: readonly JsonObject[] = [workspaceIdParameter, ...requestParameters];
