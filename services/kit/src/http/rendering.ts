import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type BodyAnswer, metaHeader } from '../core/answer.js';
import { type Problem, toProblem } from '../core/errors.js';

/** Paging of a list, as reported by its service. With `next_cursor`, the list is paged by cursor. */
export interface PageMeta {
  readonly page?: number;
  readonly per_page?: number;
  readonly total_pages?: number;
  readonly next_cursor?: string | null;
}

/** Returns whether a parsed `meta` describes a page of a list. */
export function isPageMeta(meta: unknown): meta is PageMeta {
  return typeof meta === 'object' && meta !== null && 'page' in meta && typeof meta.page === 'number';
}

interface PageLinks {
  readonly self: string;
  readonly first: string;
  readonly prev: string | null;
  readonly next: string | null;
  readonly last: string | null;
}

const pagingParameters = new Set(['page', 'per_page', 'cursor']);

/** Decodes the name of a raw parameter as the service does. */
function readName(parameter: string): string {
  return new URLSearchParams(parameter).keys().next().value ?? '';
}

/** Splits a query into raw parameters, as the client wrote them. */
function splitQuery(query: string): string[] {
  return query
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '');
}

/**
 * Creates the relative links of a list. They keep all filters of the client's raw `query`, which includes its question
 * mark.
 */
export function createPageLinks(path: string, query: string, meta: PageMeta): PageLinks {
  const parameters = splitQuery(query);
  const filters = parameters.filter((parameter) => !pagingParameters.has(readName(parameter)));
  const size = meta.per_page === undefined ? [] : [`per_page=${meta.per_page}`];
  const linkTo = (position: string) => `${path}?${[...filters, position, ...size].join('&')}`;
  if (meta.next_cursor !== undefined) {
    const next = meta.next_cursor === null ? null : linkTo(`cursor=${encodeURIComponent(meta.next_cursor)}`);
    const current = parameters.find((parameter) => readName(parameter) === 'cursor') ?? 'cursor=';
    return { self: linkTo(current), first: linkTo('cursor='), prev: null, next, last: null };
  }
  const page = meta.page ?? 1;
  const last = Math.max(meta.total_pages ?? 1, 1);
  return {
    self: linkTo(`page=${page}`),
    first: linkTo('page=1'),
    prev: page > 1 ? linkTo(`page=${Math.min(page - 1, last)}`) : null,
    next: page < last ? linkTo(`page=${page + 1}`) : null,
    last: linkTo(`page=${last}`),
  };
}

/** Format of a server's answers and errors. */
export interface Rendering {
  /** Returns the text of an answer with the body `json`; may set headers. */
  renderAnswer(json: string, answer: BodyAnswer, request: Request, response: Response): string;
  /** Returns the text of a problem; may set headers. */
  renderProblem(problem: Problem, response: Pick<Response, 'setHeader'>): string;
}

function describe({ code, reason, message, data, details }: Problem) {
  return { code, ...(reason && { reason }), message, ...(data && { data }), ...(details.length > 0 && { details }) };
}

/** Formats JSON that a header can contain. */
function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * For services behind the gateway, which adds the envelope. Writes bare records and problems, with `meta` in a header.
 */
export const bareRendering: Rendering = {
  renderAnswer: (json, { meta }, _request, response) => {
    if (meta) response.setHeader(metaHeader, toAsciiJson(meta));
    return json;
  },
  renderProblem: (problem) => JSON.stringify(describe(problem)),
};

/** Renders a problem in the public envelope. */
export function renderPublicProblem(problem: Problem): string {
  const { retryAfter } = problem;
  const error = { ...describe(problem), ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) };
  return JSON.stringify({ success: false, error });
}

/** For servers whose answers reach clients directly. Adds the public envelope. */
export const envelopeRendering: Rendering = {
  renderAnswer: (json, { meta }, { path, originalUrl }) => {
    if (!meta) return `{"success":true,"data":${json}}`;
    const query = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : '';
    const links = isPageMeta(meta) ? `,"links":${JSON.stringify(createPageLinks(path, query, meta))}` : '';
    return `{"success":true,"data":${json},"meta":${JSON.stringify(meta)}${links}}`;
  },
  renderProblem: (problem, response) => {
    if (problem.code === 'UNAUTHORIZED') response.setHeader('www-authenticate', 'Bearer');
    return renderPublicProblem(problem);
  },
};

/** Sends any thrown value as a problem. An unexpected error is logged, and the client gets no details. */
export function sendProblem(
  response: Response,
  error: unknown,
  { log, rendering }: { readonly log: Logger; readonly rendering: Rendering },
): void {
  const problem = toProblem(error);
  if (problem.code === 'INTERNAL_ERROR') log.error({ err: problem.cause ?? problem }, 'unforeseen error');
  else if (problem.code === 'SERVICE_UNAVAILABLE') log.warn({ err: problem.cause ?? problem }, problem.message);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { retryAfter, status } = problem;
  const body = rendering.renderProblem(problem, response);
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  sendJson(response, status, body);
}

/** Sends JSON text with its length. */
export function sendJson(response: Response, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
