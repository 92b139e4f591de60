import type { ServerResponse } from 'node:http';

export interface PageOptions {
  readonly status?: number;
  /** True if submitting the page's form leads to an app, which may redirect to any origin or scheme. */
  readonly leadsToApp?: boolean;
}

/**
 * Creates the Content-Security-Policy of pages: our styles, font and drawings, no script, forms that post to us.
 * Chromium also checks each redirect after a form against `form-action` (CSP 3, 6.3.1). A page that leads to an app
 * omits this directive, because the app's redirects are unknown.
 */
export function createContentSecurityPolicy({ leadsToApp = false }: Pick<PageOptions, 'leadsToApp'> = {}): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    ...(leadsToApp ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/**
 * Sends a page that no cache may store. The referrer policy hides the path, which may contain a link's token, and
 * reveals only the host. `no-referrer` would make browsers send `Origin: null` with the page's forms (Fetch, 3.2),
 * which `csrf` rejects.
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

/** Redirects with 303, so that the browser uses GET after any method. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, {
    location,
    'content-length': 0,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  response.end();
}
