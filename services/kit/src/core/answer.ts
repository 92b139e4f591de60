import type { Readable } from 'node:stream';

/**
 * Response header from a service to the gateway, never sent to clients. Its ASCII JSON becomes the envelope's `meta`.
 */
export const metaHeader = 'x-plotline-meta';

/**
 * Response header from the auth service to the gateway, never sent to clients. Contains the id of the OAuth client that
 * has authenticated.
 */
export const clientHeader = 'x-plotline-client';

/**
 * Response header from the auth service to the gateway, never sent to clients. Contains the id of the workspace whose
 * settings the request changed. The gateway then uses the new settings for the next request with any credential of the
 * workspace.
 */
export const changedWorkspaceHeader = 'x-plotline-changed-workspace';

/**
 * Answer of a handler. It is either bare data, which the gateway wraps in the public envelope, or a file without an
 * envelope.
 */
export type Answer = BodyAnswer | FileAnswer | { readonly status: 204; readonly headers?: AnswerHeaders };

/** Further headers. A list is sent as several headers of the same name. The gateway forwards only public ones. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface BodyAnswer {
  readonly status: 200 | 201 | 202 | 207;
  readonly body: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Version of the single record in the body; becomes part of the ETag. */
  readonly version?: number;
  readonly headers?: AnswerHeaders;
}

export interface FileAnswer {
  readonly status: 200;
  readonly file: AnsweredFile;
  readonly headers?: AnswerHeaders;
}

/** File as an answer. It is streamed. If the client disconnects, the source is destroyed. */
export interface AnsweredFile {
  /** Content-Type, such as `text/csv; charset=utf-8`. */
  readonly type: string;
  /** File name for browsers. */
  readonly name: string;
  /** Length in bytes, if known. */
  readonly length?: number;
  /** Strong entity tag, with its quotes. */
  readonly etag?: string;
  /** Opens the source. Not called for HEAD, or when the client already has the file. */
  open(): Readable;
}

/**
 * Returns the header that names ignored query parameters, for an answer that isn't a list. Returns no header if there
 * are no names.
 */
export function toIgnoredHeader(names: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return {};
  return { 'x-ignored-parameters': names.map((name) => encodeURIComponent(name.toWellFormed())).join(', ') };
}

/** Returns a 200 with one record, or with the array of a list without pages. */
export function ok(body: unknown, meta?: Readonly<Record<string, unknown>>): BodyAnswer {
  return meta ? { status: 200, body, meta } : { status: 200, body };
}

/** Returns a 201 with the new record. */
export function created(body: unknown, meta?: Readonly<Record<string, unknown>>): BodyAnswer {
  return meta ? { status: 201, body, meta } : { status: 201, body };
}

/** Adds the record's version to an answer. This gives the answer an ETag for `If-Match`. */
export function withVersion(answer: BodyAnswer, version: number): Answer {
  return { ...answer, version };
}

/** Adds headers to an answer. */
export function withHeaders(answer: BodyAnswer, headers: AnswerHeaders): BodyAnswer {
  if (Object.keys(headers).length === 0) return answer;
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Returns a 204. */
export function noContent(headers?: AnswerHeaders): Answer {
  return headers ? { status: 204, headers } : { status: 204 };
}

/** Position of a page. `page` starts at 1, `perPage` is at most 100, and `total` is the number of matches. */
export interface PageInfo {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  /** Set when `total` is approximate or too low, because counting takes too long. */
  readonly totalIsEstimate?: true;
  /** Start of the next page with cursor paging. Null after the last page. */
  readonly nextCursor?: string | null;
}

/** Returns a 200 with a page of records; the gateway turns the numbers into `meta` and `links`. */
export function page(records: readonly unknown[], info: PageInfo): Answer {
  const meta = {
    page: info.page,
    per_page: info.perPage,
    total: info.total,
    total_pages: Math.ceil(info.total / info.perPage),
    ...(info.totalIsEstimate && { total_is_estimate: true }),
    ...(info.nextCursor === undefined ? {} : { next_cursor: info.nextCursor }),
  };
  return { status: 200, body: records, meta };
}

/** Largest page. */
const maxPerPage = 100;

/** Maximum records to skip. Databases use a 31-bit number. */
const maxSkip = 2 ** 31 - 1;

/** Limits the validated `page` and `per_page` of a list call. Returns them with the number of records to skip. */
export function clampPage(query: { readonly page: number; readonly per_page: number }) {
  const perPage = Math.min(query.per_page, maxPerPage);
  return { page: query.page, perPage, skip: Math.min((query.page - 1) * perPage, maxSkip) };
}

/**
 * Returns the given top-level fields of a record, and its `id` if it has one. Without fields, returns the whole record.
 */
export function selectFields(record: object, fields: readonly string[] | undefined): object {
  if (!fields) return record;
  const wanted = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(record).filter(([field]) => wanted.has(field)));
}
