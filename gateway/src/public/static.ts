import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Problem } from '@plotline/kit/core/errors';
import { matchesTag } from '@plotline/kit/http/etag';
import type { RequestContext } from '../edge/request-context.js';

/** A page in one encoding (RFC 9110, section 8.4), with its own ETag. */
interface Representation {
  /** Null for the page itself. */
  readonly encoding: 'br' | 'gzip' | null;
  readonly body: Buffer;
  readonly etag: string;
}

/** A page that anyone may read, rendered and compressed once. */
export interface StaticPage {
  readonly type: string;
  /** The smallest first. The last one is not encoded. */
  readonly representations: readonly Representation[];
}

/** `brotli` is the page compressed by the build. */
export function createStaticPage(type: string, body: Buffer, brotli?: Buffer): StaticPage {
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  const representations: Representation[] = [
    { encoding: 'gzip', body: gzipSync(body), etag: `"${digest}-gzip"` },
    { encoding: null, body, etag: `"${digest}"` },
  ];
  if (brotli) representations.unshift({ encoding: 'br', body: brotli, etag: `"${digest}-br"` });
  return { type, representations };
}

const accepted = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
};

/**
 * Sends the page, compressed as the client accepts it, or 304 when the client already has it. Both responses have
 * `headers`.
 */
export function sendStaticPage(
  { request, response }: Pick<RequestContext, 'request' | 'response'>,
  { type, representations }: StaticPage,
  headers: Readonly<Record<string, string>>,
): void {
  const acceptEncoding = String(request.headers['accept-encoding'] ?? '');
  const chosen = representations.find(({ encoding }) => encoding === null || accepted[encoding].test(acceptEncoding));
  if (!chosen) throw new Error('The page has no plain representation.');
  const { encoding, body, etag } = chosen;
  for (const [name, value] of Object.entries({ ...headers, ETag: etag, Vary: 'Accept-Encoding' })) {
    response.setHeader(name, value);
  }
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, etag)) {
    response.writeHead(304).end();
    return;
  }
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
}

/** Throws METHOD_NOT_ALLOWED, with an Allow header, for methods other than GET and HEAD. */
export function assertReadMethod({ request, response }: Pick<RequestContext, 'request' | 'response'>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  response.setHeader('Allow', 'GET, HEAD');
  throw new Problem('METHOD_NOT_ALLOWED', 'This path supports GET, HEAD.');
}
