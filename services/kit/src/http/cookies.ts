import { parse, type SerializeOptions, serialize } from 'cookie';

/**
 * The name of a cookie of the host at `baseUrl`. `__Host-` keeps other hosts of the domain from setting it (RFC 6265bis, 4.1.3.2);
 * browsers take that prefix over https alone.
 */
export function toHostCookieName(name: string, baseUrl: string): string {
  return baseUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** The value of a cookie in a `Cookie` header, or undefined. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : parse(header)[name];
}

/** A `Set-Cookie` header for the host at `baseUrl` that scripts cannot read; 0 seconds remove the cookie. */
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
