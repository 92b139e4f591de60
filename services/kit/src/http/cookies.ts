import { parse, type SerializeOptions, serialize } from 'cookie';

/**
 * Returns the name of a cookie for the host of `baseUrl`. `__Host-` keeps other hosts of the domain from setting it
 * (RFC 6265bis, 4.1.3.2); browsers accept that prefix only over HTTPS.
 */
export function toHostCookieName(name: string, baseUrl: string): string {
  return baseUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** Returns the value of a cookie in a `Cookie` header, or undefined. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : parse(header)[name];
}

/**
 * Formats a `Set-Cookie` header for the host of `baseUrl` with a cookie that scripts can't read. A `maxAgeSeconds` of 0
 * removes the cookie.
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
