import { problemStatus } from '@plotline/kit/core/errors';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';

/** Describes a link of a list. The link is null when there is no such page. */
const describeLink = (description: string) => ({ type: ['string', 'null'], description });

const success = { const: true, description: 'Always true; false in errors.' };

/** Adds a description to the data of an envelope. A reference needs none, because its component has one. */
function describeData(data: unknown, description: string): object {
  if (!isJsonObject(data)) return { description };
  return '$ref' in data ? data : { description, ...data };
}

/** Wraps the schema of a record in `{success, data}`, with `meta` if the operation declares it. */
export function wrapRecord(data: unknown, meta: unknown): object {
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success,
      data: describeData(data, 'The requested data.'),
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

export const envelopeSchemas: JsonObject = {
  PageMeta: {
    type: 'object',
    description: 'Position of the page in the list, and the length of the list.',
    required: ['page', 'per_page', 'total', 'total_pages'],
    properties: {
      page: {
        type: 'integer',
        minimum: 1,
        description: 'Number of the page; always 1 with `cursor=`.',
      },
      per_page: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        description: 'Records per page as requested, at most 100.',
      },
      total: {
        type: 'integer',
        minimum: 0,
        description: 'Number of records that match the filters; above 10,000 it may be up to 5 seconds old.',
      },
      total_is_estimate: {
        const: true,
        description:
          'Present if counting takes longer than 5 seconds: `total` is then approximate or too low. There are more pages as long as `links.next` is set.',
      },
      total_pages: { type: 'integer', minimum: 0, description: 'Number of pages of this size; 0 if nothing matches.' },
      next_cursor: {
        type: ['string', 'null'],
        description: 'Cursor of the next page, only with `cursor=`; null at the end.',
      },
      ignored_parameters: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Names of query parameters that the list does not know, such as a mistyped filter; absent when there are none.',
      },
    },
  },
  PageLinks: {
    type: 'object',
    description: 'Relative links with all filters of the request; null if there is no such page.',
    required: ['self', 'first', 'prev', 'next', 'last'],
    properties: {
      self: { type: 'string', description: 'This page.' },
      first: { type: 'string', description: 'The first page, which an empty list has too.' },
      prev: describeLink('The previous page; null on the first one.'),
      next: describeLink('The next page; null on the last one.'),
      last: describeLink('The last page; null with `cursor`.'),
    },
  },
  ErrorEnvelope: {
    type: 'object',
    description: 'An error.',
    required: ['success', 'error'],
    properties: {
      success: { const: false, description: 'Always false.' },
      error: {
        type: 'object',
        description: 'The reason why the request was refused.',
        required: ['code', 'message'],
        properties: {
          code: {
            type: 'string',
            enum: Object.keys(problemStatus),
            description:
              'Class of the error, a stable word. Each class has one status; `BAD_REQUEST` also covers 414 and 431.',
          },
          message: { type: 'string', description: 'Explanation for people. Its wording may change.' },
          reason: {
            type: 'string',
            description: 'Stable word beside `code`, for errors that programs handle; the table at the top lists them.',
          },
          data: {
            type: 'object',
            description: 'Details of the reason, such as ids, under the names in that table.',
          },
          details: {
            type: 'array',
            items: { $ref: '#/components/schemas/ErrorDetail' },
            description: 'One row for each problem, with `VALIDATION_ERROR` and whenever a field is the reason.',
          },
          retry_after: { type: 'integer', description: 'Seconds to wait before the next attempt.' },
        },
      },
    },
  },
};
