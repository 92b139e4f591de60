import { notFound } from '@plotline/kit/core/errors';
import type { JsonObject } from '@plotline/kit/core/json-object';
import type { RequestContext } from '../edge/request-context.js';
import type { SiteFile, SiteOptions } from '../reference/site.js';
import { assertReadMethod, createStaticPage, type StaticPage, sendStaticPage } from './static.js';

const rootPath = '/';
const documentPath = '/openapi.json';
const referencePath = '/docs';

const documentHeaders = { 'Cache-Control': 'public, max-age=60', 'Access-Control-Allow-Origin': '*' };

/** Everything that the pages load comes from this host, and they can send nothing elsewhere. */
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

/** Whether a path is `/`, the OpenAPI document or belongs to the reference: all are public, on every host. */
export function isDocsPath(path: string): boolean {
  return path === rootPath || path === documentPath || path === referencePath || path.startsWith(`${referencePath}/`);
}

/** Serves a documentation path. */
export type ServeDocs = (requestContext: RequestContext) => Promise<void>;

export interface DocsOptions extends SiteOptions {
  /** Where `/` leads to. */
  readonly home: string;
}

/** The reference of the API, which its hosts begin with. */
export const apiDocs = { title: 'Plotline API', home: referencePath };

/**
 * The pages of the reference, each created when it is first read, which most replicas never see. The document is parsed
 * again then, and what renders it is loaded, so that neither takes memory before.
 */
function createReferencePages(document: Buffer, options: Omit<SiteOptions, 'document'>) {
  let site: Promise<ReadonlyMap<string, () => SiteFile>> | undefined;
  const created = new Map<string, StaticPage>();
  const loadSite = async () => {
    const { createSite } = await import('../reference/site.js');
    const parsed: JsonObject = JSON.parse(document.toString());
    return createSite({ ...options, document: parsed });
  };
  return async (path: string): Promise<StaticPage> => {
    const known = created.get(path);
    if (known) return known;
    site ??= loadSite();
    const file = (await site).get(path)?.();
    if (!file) throw notFound();
    const page = createStaticPage(file.type, file.body);
    created.set(path, page);
    return page;
  };
}

/** Creates the server of `/`, of /openapi.json, and of /docs, which renders it. */
export function createServeDocs({ document, home, ...options }: DocsOptions): ServeDocs {
  const documentPage = createStaticPage('application/json', Buffer.from(JSON.stringify(document)));
  const getReferencePage = createReferencePages(documentPage.plain.body, options);
  return async (requestContext) => {
    const { path, response } = requestContext;
    const isDocument = path === documentPath;
    requestContext.route = isDocument ? 'document' : 'reference';
    assertReadMethod(requestContext);
    if (path === rootPath) {
      response.writeHead(302, { Location: home, 'Content-Length': 0 }).end();
    } else if (isDocument) {
      sendStaticPage(requestContext, documentPage, documentHeaders);
    } else {
      const page = await getReferencePage(path === `${referencePath}/` ? referencePath : path);
      sendStaticPage(requestContext, page, referenceHeaders);
    }
  };
}
