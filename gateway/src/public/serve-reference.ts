import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { notFound, Problem } from '@plotline/kit/errors';
import type { Exchange } from '../edge/exchange.js';
import { documentPath } from './serve-document.js';

const require = createRequire(import.meta.url);
const home = '/docs';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plotline API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${home}/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="${home}/swagger-ui-bundle.js"></script>
<script src="${home}/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle(${JSON.stringify({
  url: documentPath,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // The checker that it would otherwise ask is on the internet.
  validatorUrl: null,
})});
`;

/** All that the page needs comes from here; nothing may be fetched from, or sent to, anywhere else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Page {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

function pageOf(type: string, plain: Buffer): Page {
  return { type, etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`, plain, gzipped: gzipSync(plain) };
}

/** Made when somebody first reads the reference; most replicas never do. */
const makers: Readonly<Record<string, () => Page>> = {
  [home]: () => pageOf('text/html; charset=utf-8', Buffer.from(page)),
  [`${home}/start.js`]: () => pageOf('text/javascript; charset=utf-8', Buffer.from(start)),
  [`${home}/swagger-ui.css`]: () =>
    pageOf('text/css; charset=utf-8', readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css'))),
  [`${home}/swagger-ui-bundle.js`]: () =>
    pageOf('text/javascript; charset=utf-8', readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'))),
};

const made = new Map<string, Page>();

function find(path: string): Page {
  const present = made.get(path);
  if (present) return present;
  const make = Object.hasOwn(makers, path) ? makers[path] : undefined;
  if (!make) throw notFound();
  const fresh = make();
  made.set(path, fresh);
  return fresh;
}

/** Whether a path belongs to the readable reference, which is there for anyone on both API hosts. */
export function isReferencePath(path: string): boolean {
  return path === home || path.startsWith(`${home}/`);
}

/** Serves the reference: the served document, rendered by Swagger UI in the reader's browser. */
export function serveReference({ request, response, path }: Exchange): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    throw new Problem('METHOD_NOT_ALLOWED', 'This path takes GET, HEAD.');
  }
  const { type, etag, plain, gzipped } = find(path === `${home}/` ? home : path);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (request.headers['if-none-match']?.includes(etag)) {
    response.writeHead(304).end();
    return;
  }
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers['accept-encoding'] ?? '');
  const body = takesGzip ? gzipped : plain;
  if (takesGzip) response.setHeader('Content-Encoding', 'gzip');
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
}
