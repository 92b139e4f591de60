import { problemStatus } from '@plotline/kit/core/errors';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';

/** A link of a list, null where there is no such page. */
const describeLink = (description: string) => ({ type: ['string', 'null'], description });

const success = { const: true, description: 'Always true; refusals have false.' };

/** A component that is referred to has a description of its own. */
function describeData(data: unknown, description: string): object {
  if (!isJsonObject(data)) return { description };
  return '$ref' in data ? data : { description, ...data };
}

/** Wraps the schema of a record in `{success, data}`, with `meta` where the operation declares one. */
export function wrapRecord(data: unknown, meta: unknown): object {
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success,
      data: describeData(data, 'What the request was about.'),
      ...(meta === undefined ? {} : { meta }),
    },
  };
}

/** Wraps the schema of an array in `{success, data, meta, links}`. */
export function wrapList(data: unknown): object {
  return {
    type: 'object',
    required: ['success', 'data', 'meta', 'links'],
    properties: {
      success,
      data: describeData(
        data ?? { type: 'array' },
        'The records of the page, in the order that `sort` and `order` give.',
      ),
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
    description: 'Where the page is in the list, and how long the list is.',
    required: ['page', 'per_page', 'total', 'total_pages'],
    properties: {
      page: { type: 'integer', minimum: 1, description: 'With `cursor=` always 1: such a walk has no numbers.' },
      per_page: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: 'Records per page, as asked for, at most 100.',
      },
      total: {
        type: 'integer',
        minimum: 0,
        description: 'Records that match the filters: exact up to 10,000, above that up to 5 seconds old.',
      },
      total_is_estimate: {
        const: true,
        description:
          'Counting takes longer than 5 seconds: `total` is about right, or less. There are further pages as long as `links.next` is one.',
      },
      total_pages: { type: 'integer', minimum: 0, description: 'Pages of this size; 0 when nothing matches.' },
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
      self: { type: 'string', description: 'This page.' },
      first: { type: 'string', description: 'The first page, which an empty list has too.' },
      prev: describeLink('The page before; null on the first one.'),
      next: describeLink('The page after; null on the last one.'),
      last: describeLink('The last page; null with `cursor`.'),
    },
  },
  ErrorEnvelope: {
    type: 'object',
    description: 'A refusal.',
    required: ['success', 'error'],
    properties: {
      success: { const: false, description: 'Always false.' },
      error: {
        type: 'object',
        description: 'Why the request was refused.',
        required: ['code', 'message'],
        properties: {
          code: {
            type: 'string',
            enum: Object.keys(problemStatus),
            description:
              'The class of the refusal, a stable word. Each stands for one status, `BAD_REQUEST` also for 414 and 431.',
          },
          message: { type: 'string', description: 'What happened, for people, in words that may change.' },
          reason: {
            type: 'string',
            description:
              'A stable word beside `code`, for refusals that programs handle; the table at the top lists them.',
          },
          data: {
            type: 'object',
            description: 'What the reason is about, such as the ids concerned, by the names that the table has.',
          },
          details: {
            type: 'array',
            items: { $ref: '#/components/schemas/ErrorDetail' },
            description: 'With `VALIDATION_ERROR`, and where a field is the reason: one row for each problem.',
          },
          retry_after: { type: 'integer', description: 'Seconds to wait before the next attempt.' },
        },
      },
    },
  },
};
