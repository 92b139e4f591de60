import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Problem } from '@plotline/kit/core/errors';
import { matchesTag } from '@plotline/kit/http/etag';
import type { RequestContext } from '../edge/request-context.js';

/** One encoding of a page, with its own ETag. */
interface Representation {
  readonly body: Buffer;
  readonly etag: string;
}

/** A page that anyone may read, rendered and compressed once. */
export interface StaticPage {
  readonly type: string;
  readonly plain: Representation;
  readonly gzipped: Representation;
}

export function createStaticPage(type: string, body: Buffer): StaticPage {
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  return {
    type,
    plain: { body, etag: `"${digest}"` },
    gzipped: { body: gzipSync(body), etag: `"${digest}-gzip"` },
  };
}

function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding ?? '');
}

/**
 * Sends the page, compressed when the client accepts gzip, or 304 when the client already has it. Both responses have
 * `headers`.
 */
export function sendStaticPage(
  { request, response }: Pick<RequestContext, 'request' | 'response'>,
  { type, plain, gzipped }: StaticPage,
  headers: Readonly<Record<string, string>>,
): void {
  const isGzip = acceptsGzip(request.headers['accept-encoding']);
  const { body, etag } = isGzip ? gzipped : plain;
  for (const [name, value] of Object.entries({ ...headers, ETag: etag, Vary: 'Accept-Encoding' })) {
    response.setHeader(name, value);
  }
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, etag)) {
    response.writeHead(304).end();
    return;
  }
  if (isGzip) response.setHeader('Content-Encoding', 'gzip');
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
}

/** Throws METHOD_NOT_ALLOWED, with an Allow header, for methods other than GET and HEAD. */
export function assertReadMethod({ request, response }: Pick<RequestContext, 'request' | 'response'>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  response.setHeader('Allow', 'GET, HEAD');
  throw new Problem('METHOD_NOT_ALLOWED', 'This path supports GET, HEAD.');
}
