import { Problem } from '@plotline/kit/core/errors';
import type { RequestContext } from '../edge/request-context.js';
import { assertReadMethod, sendStaticPage } from './static.js';
import { StaticFolder } from './static-folder.js';

const prefix = '/dashboard';

/** Start of the dashboard, which opens the last used workspace. */
export const dashboardHome = `${prefix}/`;

const assets = `${dashboardHome}assets/`;
const indexName = 'index.html';

/** Pages run, load and call only what this host serves. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': contentSecurityPolicy,
};
const assetHeaders = { ...commonHeaders, 'Cache-Control': 'public, max-age=31536000, immutable' };
const indexHeaders = { ...commonHeaders, 'Cache-Control': 'no-cache' };

export function isDashboardPath(path: string): boolean {
  return path === prefix || path.startsWith(dashboardHome);
}

/** Serves a path of the dashboard. */
export type ServeDashboard = (requestContext: RequestContext) => void;

/**
 * Creates the server of the built dashboard: its assets, whose names contain a hash, and the page that loads them for
 * every other path.
 */
export function createServeDashboard(folder: string): ServeDashboard {
  const files = new StaticFolder(folder);
  return (requestContext) => {
    const { path, response } = requestContext;
    requestContext.route = 'dashboard';
    assertReadMethod(requestContext);
    if (path === prefix) {
      response.writeHead(302, { Location: dashboardHome, 'Content-Length': 0 }).end();
      return;
    }
    if (!files.names.has(indexName)) throw new Problem('NOT_FOUND', 'The dashboard was not built on this host.');
    if (path.startsWith(assets)) {
      sendStaticPage(requestContext, files.load(path.slice(dashboardHome.length)), assetHeaders);
    } else sendStaticPage(requestContext, files.load(indexName), indexHeaders);
  };
}
