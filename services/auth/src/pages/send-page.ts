import type { ServerResponse } from 'node:http';

/**
 * What pages may load and do: our styles and drawings, no script, forms that post to us. A browser holds redirects after a form
 * against `form-action`, too, so a form whose answer leads elsewhere names where (CSP 3, 6.3.1).
 */
export function createContentSecurityPolicy(formTargets: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

export interface PageOptions {
  readonly status?: number;
  /** Origins or schemes that the redirect after the page's form may lead to. */
  readonly formTargets?: readonly string[];
}

/**
 * Sends a page. It is kept by no cache, and its address, which may hold a link's token, is told to nobody: others learn of the host
 * at most. Under `no-referrer` browsers would send `Origin: null` with the page's forms (Fetch, 3.2), which `csrf` then refuses.
 */
export function sendPage(
  response: ServerResponse,
  page: string,
  { status = 200, formTargets }: PageOptions = {},
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
    'content-security-policy': createContentSecurityPolicy(formTargets),
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
