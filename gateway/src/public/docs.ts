import { extname } from 'node:path';
import { notFound, Problem } from '@plotline/kit/core/errors';
import type { JsonObject } from '@plotline/kit/core/json-object';
import type { PublicAddresses } from '../contract/public-document.js';
import type { RequestContext } from '../edge/request-context.js';
import { createFillAddresses } from './fill-addresses.js';
import { assertReadMethod, createStaticPage, type StaticPage, sendStaticPage } from './static.js';
import { StaticFolder } from './static-folder.js';

const rootPath = '/';
const documentPath = '/openapi.json';
const referencePath = '/docs';

const documentHeaders = { 'Cache-Control': 'public, max-age=60', 'Access-Control-Allow-Origin': '*' };

/** Pages load everything from this host and can't send data to other hosts. */
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

/**
 * Returns whether a path is `/`, the OpenAPI document or a page of the reference. All of these are public on every
 * host.
 */
export function isDocsPath(path: string): boolean {
  return path === rootPath || path === documentPath || path === referencePath || path.startsWith(`${referencePath}/`);
}

/** Serves a documentation path. */
export type ServeDocs = (requestContext: RequestContext) => void;

export interface DocsOptions {
  readonly document: JsonObject;
  /** Folder of the built pages of the reference. */
  readonly folder: string;
  readonly addresses: PublicAddresses;
  /** Target of the redirect from `/`. */
  readonly home: string;
}

/** Target of the redirect from `/` on the API hosts. */
export const docsHome = referencePath;

/**
 * Converts the name of a built file to its path, such as `operations/createLead.html` to `/docs/operations/createLead`.
 */
function toPath(name: string): string {
  if (name === 'index.html') return referencePath;
  return `${referencePath}/${extname(name) === '.html' ? name.slice(0, -'.html'.length) : name}`;
}

/** Creates a function that loads the page at a path. Throws NOT_FOUND when there is no page. */
function createLoadPage(files: StaticFolder): (path: string) => StaticPage {
  const names = new Map([...files.names].map((name) => [toPath(name), name]));
  return (path) => {
    if (names.size === 0) throw new Problem('NOT_FOUND', 'The reference was not built on this host.');
    const name = names.get(path === `${referencePath}/` ? referencePath : path);
    if (name === undefined) throw notFound();
    return files.load(name);
  };
}

/** Creates the server of `/`, /openapi.json and the pages at /docs. */
export function createServeDocs({ document, folder, addresses, home }: DocsOptions): ServeDocs {
  const documentPage = createStaticPage('application/json', Buffer.from(JSON.stringify(document)));
  const loadPage = createLoadPage(new StaticFolder(folder, createFillAddresses(addresses)));
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
      sendStaticPage(requestContext, loadPage(path), referenceHeaders);
    }
  };
}
