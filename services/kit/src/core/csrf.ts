import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from './errors.js';

/** Header in which scripts send the token. */
export const csrfHeader = 'x-csrf-token';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a method changes nothing (RFC 9110, 9.2.1), so that a foreign page may use it. */
export function isSafeMethod(method: string | undefined): boolean {
  return safeMethods.has(method ?? '');
}

/**
 * Computes the CSRF token for a secret that the browser keeps in a cookie: HMAC-SHA-256, base64url. It is computed
 * where it is checked, and stored nowhere.
 */
export function computeCsrfToken(cookieValue: string): string {
  return createHmac('sha256', cookieValue).update('csrf').digest('base64url');
}

/** Throws FORBIDDEN unless the given token belongs to the cookie. */
export function assertCsrfToken(cookieValue: string, given: string | undefined): void {
  const expected = Buffer.from(computeCsrfToken(cookieValue));
  const sent = Buffer.from(given ?? '');
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    const message = 'The CSRF token, in X-CSRF-Token or in the form, is missing or belongs to another session.';
    throw new Problem('FORBIDDEN', message, { reason: 'csrf_token' });
  }
}

/**
 * Throws FORBIDDEN for a request that a browser sends for a page of another origin than `baseUrl`. A request without
 * any origin header doesn't come from a page, or carries no SameSite cookie.
 */
export function assertSameOrigin(headers: IncomingHttpHeaders, baseUrl: string): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign = origin === undefined ? site === 'cross-site' : origin !== new URL(baseUrl).origin;
  if (isForeign)
    throw new Problem('FORBIDDEN', 'The request comes from a page of another origin.', { reason: 'origin' });
}
