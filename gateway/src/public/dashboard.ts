import { Problem } from '@plotline/kit/core/errors';
import { html } from '@plotline/kit/http/html';
import type { RequestContext } from '../edge/request-context.js';
import type { MapTiles } from './map-tiles.js';
import { assertReadMethod, sendStaticPage } from './static.js';
import { StaticFolder } from './static-folder.js';

const prefix = '/dashboard';

/** Home page of the dashboard, which opens the last used workspace. */
export const dashboardHome = `${prefix}/`;

const assets = `${dashboardHome}assets/`;
const indexName = 'index.html';

/** Other hosts that the dashboard loads content from. */
export interface DashboardOptions {
  /** Origin of uploaded photos. */
  readonly mediaOrigin: string;
  /** Server of map tiles; null for the built-in map. */
  readonly tiles: MapTiles | null;
}

/**
 * Creates the Content-Security-Policy of the pages. They run only scripts from this host and call only this host. They
 * show uploaded photos, and load map tiles if the operator has configured a server for them.
 */
function createContentSecurityPolicy({ mediaOrigin, tiles }: DashboardOptions): string {
  const ofTiles = tiles ? ` ${tiles.origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${mediaOrigin}`,
    "font-src 'self'",
    `connect-src 'self'${ofTiles}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Adds the addresses of the other hosts to the page. */
function createFill({ mediaOrigin, tiles }: DashboardOptions): (content: Buffer, name: string) => Buffer {
  const facts = html`<meta name="media-origin" content="${mediaOrigin}" />
    <meta name="map-tiles" content="${tiles?.url ?? ''}" />
    <meta name="map-attribution" content="${tiles?.attribution ?? ''}" />
  </head>`;
  return (content, name) =>
    name === indexName ? Buffer.from(content.toString('utf8').replace('</head>', () => facts.toString())) : content;
}

export function isDashboardPath(path: string): boolean {
  return path === prefix || path.startsWith(dashboardHome);
}

/** Serves a path of the dashboard. */
export type ServeDashboard = (requestContext: RequestContext) => void;

/**
 * Creates the server of the built dashboard. It serves assets, whose names contain a hash. For every other path, it
 * serves the page that loads the assets.
 */
export function createServeDashboard(folder: string, options: DashboardOptions): ServeDashboard {
  const files = new StaticFolder(folder, createFill(options));
  const commonHeaders = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': createContentSecurityPolicy(options),
  };
  const assetHeaders = { ...commonHeaders, 'Cache-Control': 'public, max-age=31536000, immutable' };
  const indexHeaders = { ...commonHeaders, 'Cache-Control': 'no-cache' };
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
