import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { notFound } from '@plotline/kit/errors';
import type { Exchange } from '../edge/exchange.js';
import { documentPath } from './serve-document.js';
import { assertReading, createStaticPage, type StaticPage, sendStaticPage } from './static-page.js';

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

const headers = {
  'Cache-Control': 'public, max-age=3600',
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Made when somebody first reads the reference; most replicas never do. */
const makers: Readonly<Record<string, () => StaticPage>> = {
  [home]: () => createStaticPage('text/html; charset=utf-8', Buffer.from(page)),
  [`${home}/start.js`]: () => createStaticPage('text/javascript; charset=utf-8', Buffer.from(start)),
  [`${home}/swagger-ui.css`]: () =>
    createStaticPage('text/css; charset=utf-8', readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css'))),
  [`${home}/swagger-ui-bundle.js`]: () =>
    createStaticPage(
      'text/javascript; charset=utf-8',
      readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    ),
};

const made = new Map<string, StaticPage>();

function find(path: string): StaticPage {
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
export function serveReference(exchange: Exchange): void {
  assertReading(exchange);
  sendStaticPage(exchange, find(exchange.path === `${home}/` ? home : exchange.path), headers);
}
