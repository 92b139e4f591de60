import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parse, type SerializeOptions, serialize } from 'cookie';
import { Problem } from '../core/errors.js';

/**
 * Returns the name of a cookie for the host of `baseUrl`. The prefix `__Host-` keeps other hosts in the domain from
 * setting the cookie (RFC 6265bis, 4.1.3.2). Browsers accept that prefix only over HTTPS.
 */
export function toHostCookieName(name: string, baseUrl: string): string {
  return baseUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** Returns the value of a cookie in a `Cookie` header, or undefined. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : parse(header)[name];
}

/**
 * Formats a `Set-Cookie` header for the host of `baseUrl`. Scripts can't read the cookie. If `maxAgeSeconds` is 0, the
 * cookie is removed.
 */
export function formatHostCookie(name: string, value: string, baseUrl: string, maxAgeSeconds: number): string {
  const options: SerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: maxAgeSeconds,
  };
  return serialize(toHostCookieName(name, baseUrl), value, options);
}

/** Header in which scripts send the token. */
export const csrfHeader = 'x-csrf-token';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a method changes nothing (RFC 9110, 9.2.1), so that a page of another site may use it. */
export function isSafeMethod(method: string | undefined): boolean {
  return safeMethods.has(method ?? '');
}

/**
 * Computes the CSRF token for a secret that the browser keeps in a cookie: HMAC-SHA-256, base64url. The token isn't
 * stored, because each check computes it again.
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
 * Throws FORBIDDEN if a browser sends the request for a page whose origin isn't `baseUrl`. A request without any origin
 * header doesn't come from a page, or carries no SameSite cookie.
 */
export function assertSameOrigin(headers: IncomingHttpHeaders, baseUrl: string): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign = origin === undefined ? site === 'cross-site' : origin !== new URL(baseUrl).origin;
  if (isForeign)
    throw new Problem('FORBIDDEN', 'The request comes from a page of another origin.', { reason: 'origin' });
}
