import type { ServerResponse } from 'node:http';

export interface PageOptions {
  readonly status?: number;
  /** The redirect after the page's form leads to an app, which may redirect to any origin or scheme of its own. */
  readonly leadsToApp?: boolean;
}

/**
 * What pages may load and do: our styles and drawings, no script, forms that post to us. Chromium holds each redirect after a form
 * against `form-action`, too (CSP 3, 6.3.1), so a page that leads to an app, whose own redirects nobody here knows, goes without.
 */
export function createContentSecurityPolicy({ leadsToApp = false }: Pick<PageOptions, 'leadsToApp'> = {}): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ...(leadsToApp ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/**
 * Sends a page. It is kept by no cache, and its address, which may hold a link's token, is told to nobody: others learn of the host
 * at most. Under `no-referrer` browsers would send `Origin: null` with the page's forms (Fetch, 3.2), which `csrf` then refuses.
 */
export function sendPage(
  response: ServerResponse,
  page: string,
  { status = 200, leadsToApp = false }: PageOptions = {},
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
    'content-security-policy': createContentSecurityPolicy({ leadsToApp }),
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
  });
  response.end(page);
}

/** Sends the browser on by GET, whatever the method of its request was. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, {
    location,
    'content-length': 0,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  response.end();
}
