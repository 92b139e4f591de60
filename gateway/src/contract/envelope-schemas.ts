import { problemStatus } from '@plotline/kit/errors';
import type { JsonObject } from './json.js';

const nullableLink = { type: ['string', 'null'] };

/** Wraps the schema of a record in `{success, data}`, with `meta` where the operation declares one. */
export function wrapRecord(data: unknown, meta: unknown): object {
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data: data ?? {}, ...(meta === undefined ? {} : { meta }) },
  };
}

/** Wraps the schema of an array in `{success, data, meta, links}`. */
export function wrapList(data: unknown): object {
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

/** The schemas that the envelopes refer to. */
export const envelopeSchemas: JsonObject = {
  PageMeta: {
    type: 'object',
    required: ['page', 'per_page', 'total', 'total_pages'],
    properties: {
      page: { type: 'integer', minimum: 1, description: 'With `cursor=` always 1: such a walk has no numbers.' },
      per_page: { type: 'integer', minimum: 1, maximum: 100 },
      total: { type: 'integer', minimum: 0 },
      total_pages: { type: 'integer', minimum: 0 },
      next_cursor: {
        type: ['string', 'null'],
        description: 'With `cursor=`: where the next page begins; null at the end.',
      },
      ignored_parameters: {
        type: 'array',
        items: { type: 'string' },
        description:
          'The names of query parameters that the list does not know, of which a mistyped filter is one; absent when there is none.',
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
          reason: {
            type: 'string',
            description:
              'A stable word beside `code`, for refusals that programs handle; the table at the top lists them.',
          },
          data: {
            type: 'object',
            description: 'What the reason is about, such as the ids concerned, by the names that the table has.',
          },
          details: { type: 'array', items: { $ref: '#/components/schemas/ErrorDetail' } },
          retry_after: { type: 'integer', description: 'Seconds to wait before the next attempt.' },
        },
      },
    },
  },
};
