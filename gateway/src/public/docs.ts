import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { notFound } from '@plotline/kit/errors';
import type { JsonObject } from '../contract/json.js';
import type { RequestContext } from '../edge/request-context.js';
import { assertReadMethod, createStaticPage, type StaticPage, sendStaticPage } from './static.js';

const rootPath = '/';
const documentPath = '/openapi.json';
const referencePath = '/docs';
const require = createRequire(import.meta.url);

const documentHeaders = { 'Cache-Control': 'public, max-age=60', 'Access-Control-Allow-Origin': '*' };

/** Everything that the reference page loads comes from this host, and it can send nothing elsewhere. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const referenceHeaders = {
  'Cache-Control': 'public, max-age=3600',
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
};

const renderHtml = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${referencePath}/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="${referencePath}/swagger-ui-bundle.js"></script>
<script src="${referencePath}/start.js"></script>
</body>
</html>
`;

const startScript = `SwaggerUIBundle(${JSON.stringify({
  url: documentPath,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // Swagger UI would ask a validator on the internet.
  validatorUrl: null,
})});
`;

/** The pages of the reference, each created when it is first read, which most replicas never see. */
function createReferencePages(title: string): (path: string) => StaticPage {
  const creators = new Map<string, () => StaticPage>([
    [referencePath, () => createStaticPage('text/html; charset=utf-8', Buffer.from(renderHtml(title)))],
    [`${referencePath}/start.js`, () => createStaticPage('text/javascript; charset=utf-8', Buffer.from(startScript))],
    [
      `${referencePath}/swagger-ui.css`,
      () =>
        createStaticPage('text/css; charset=utf-8', readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css'))),
    ],
    [
      `${referencePath}/swagger-ui-bundle.js`,
      () =>
        createStaticPage(
          'text/javascript; charset=utf-8',
          readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
        ),
    ],
  ]);
  const created = new Map<string, StaticPage>();
  return (path) => {
    const page = created.get(path) ?? creators.get(path)?.();
    if (!page) throw notFound();
    created.set(path, page);
    return page;
  };
}

/** Whether a path is `/`, the OpenAPI document or belongs to the reference: all are public, on every host. */
export function isDocsPath(path: string): boolean {
  return path === rootPath || path === documentPath || path === referencePath || path.startsWith(`${referencePath}/`);
}

/** Serves a documentation path. */
export type ServeDocs = (requestContext: RequestContext) => void;

export interface DocsOptions {
  readonly document: JsonObject;
  readonly title: string;
  /** Where `/` leads to. */
  readonly home: string;
}

/** The reference of the API, which its hosts begin with. */
export const apiDocs = { title: 'Plotline API', home: referencePath };

/** Creates the server of `/`, of /openapi.json, and of /docs, which renders it with Swagger UI in the reader's browser. */
export function createServeDocs({ document, title, home }: DocsOptions): ServeDocs {
  const documentPage = createStaticPage('application/json', Buffer.from(JSON.stringify(document)));
  const getReferencePage = createReferencePages(title);
  return (requestContext) => {
    const { path, response } = requestContext;
    const isDocument = path === documentPath;
    requestContext.route = isDocument ? 'document' : 'reference';
    assertReadMethod(requestContext);
    if (path === rootPath) {
      response.writeHead(302, { Location: home, 'Content-Length': 0 }).end();
    } else if (isDocument) {
      sendStaticPage(requestContext, documentPage, documentHeaders);
    } else {
      const page = getReferencePage(path === `${referencePath}/` ? referencePath : path);
      sendStaticPage(requestContext, page, referenceHeaders);
    }
  };
}
