import type { Readable } from 'node:stream';

/** Response header from a service to the gateway, never sent to clients: ASCII JSON that becomes the envelope's `meta`. */
export const metaHeader = 'x-plotline-meta';

/** Response header from the auth service to the gateway, never sent to clients: the client of OAuth that has authenticated. */
export const clientHeader = 'x-plotline-client';

/** What a handler answers: bare data, to which the gateway adds the public envelope, or a file, which has none. */
export type Answer = BodyAnswer | FileAnswer | { readonly status: 204; readonly headers?: AnswerHeaders };

/** Further headers; a list is sent as several headers of the name. The gateway passes those on that are public. */
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

/** A file as an answer. It is streamed, and its source destroyed when the client is gone. */
export interface AnsweredFile {
  /** Content-Type, such as `text/csv; charset=utf-8`. */
  readonly type: string;
  /** Name under which browsers store it. */
  readonly name: string;
  /** In bytes, where it is known before. */
  readonly length?: number;
  /** Strong entity tag, in its quotes. */
  readonly etag?: string;
  /** Opens the source; not called for HEAD, nor when the client has the file. */
  open(): Readable;
}

/** The header by which an answer that is no list names the query parameters that were ignored; none for none. */
export function toIgnoredHeader(names: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return {};
  return { 'x-ignored-parameters': names.map((name) => encodeURIComponent(name.toWellFormed())).join(', ') };
}

/** 200 with one record (or, for non-paged arrays, the array). */
export function ok(body: unknown, meta?: Readonly<Record<string, unknown>>): BodyAnswer {
  return meta ? { status: 200, body, meta } : { status: 200, body };
}

/** 201 with the new record. */
export function created(body: unknown, meta?: Readonly<Record<string, unknown>>): BodyAnswer {
  return meta ? { status: 201, body, meta } : { status: 201, body };
}

/** The answer with the version of the record in its body, which gives it an ETag that `If-Match` can name. */
export function withVersion(answer: BodyAnswer, version: number): Answer {
  return { ...answer, version };
}

/** 204. */
export function noContent(headers?: AnswerHeaders): Answer {
  return headers ? { status: 204, headers } : { status: 204 };
}

/** Where a list stands: `page` from 1, `perPage` as clamped, `total` matches. */
export interface PageInfo {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  /** There are about so many, or more: counting them takes too long. */
  readonly totalIsEstimate?: true;
  /** With cursor paging: where the next page begins, null after the last. */
  readonly nextCursor?: string | null;
}

/** 200 with a page of records; the gateway turns the numbers into `meta` and `links`. */
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

/** Largest page that is served (contract, part 4). */
const maxPerPage = 100;

/** Databases refuse to skip more than fits into 31 bits. */
const maxSkip = 2 ** 31 - 1;

/** The validated `page` and `per_page` of a list call within their bounds, with the number of records to skip. */
export function clampPage(query: { readonly page: number; readonly per_page: number }) {
  const perPage = Math.min(query.per_page, maxPerPage);
  return { page: query.page, perPage, skip: Math.min((query.page - 1) * perPage, maxSkip) };
}

/** The record's `id`, if it has one, and the named top-level fields; the whole record when none are named. */
export function selectFields(record: object, fields: readonly string[] | undefined): object {
  if (!fields) return record;
  const wanted = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(record).filter(([field]) => wanted.has(field)));
}
