import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Problem } from '@plotline/kit/errors';
import { namesTag } from '@plotline/kit/http/etag';
import type { Exchange } from '../edge/exchange.js';

/** One of the two texts of a page, with the tag that tells it from the other and from earlier ones. */
interface Representation {
  readonly body: Buffer;
  readonly etag: string;
}

/** What anyone may read, made once: as it is, and compressed. */
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

function takesGzip(acceptEncoding: string | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding ?? '');
}

/** Answers with the page, compressed for who accepts that, or with 304 to who has it; `headers` go along with both. */
export function sendStaticPage(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  { type, plain, gzipped }: StaticPage,
  headers: Readonly<Record<string, string>>,
): void {
  const isGzip = takesGzip(request.headers['accept-encoding']);
  const { body, etag } = isGzip ? gzipped : plain;
  for (const [name, value] of Object.entries({ ...headers, ETag: etag, Vary: 'Accept-Encoding' })) {
    response.setHeader(name, value);
  }
  const known = request.headers['if-none-match'];
  if (known !== undefined && namesTag(known, etag)) {
    response.writeHead(304).end();
    return;
  }
  if (isGzip) response.setHeader('Content-Encoding', 'gzip');
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
}

/** Throws METHOD_NOT_ALLOWED, with what is allowed, unless the page is to be read. */
export function assertReading({ request, response }: Pick<Exchange, 'request' | 'response'>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  response.setHeader('Allow', 'GET, HEAD');
  throw new Problem('METHOD_NOT_ALLOWED', 'This path takes GET, HEAD.');
}
