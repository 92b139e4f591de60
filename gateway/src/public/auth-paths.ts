/** Paths of the auth service that are public. A path is listed before the gateway passes anything through to it. */
const publicPaths: ReadonlySet<string> = new Set(['/.well-known/oauth-authorization-server', '/.well-known/jwks.json']);

/** What is below these is public too. */
const publicPrefixes = ['/oauth/', '/auth/'] as const;

/** What public clients call from a page of their own; it takes no cookie. */
const pathsForAnyOrigin: ReadonlySet<string> = new Set([...publicPaths, '/oauth/token', '/oauth/revoke']);

/** Whether a page of any origin may call a path by script. */
export function allowsAnyOrigin(path: string): boolean {
  return pathsForAnyOrigin.has(path);
}

/**
 * A path that every reader takes for the same one: no empty or dot segments, nothing percent-encoded, no backslash, and nothing
 * that begins a fragment.
 */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/;

export function isPlainPath(path: string): boolean {
  return plainPath.test(path);
}

/** Whether the gateway passes a request for this path through to the auth service. */
export function isPublicAuthPath(path: string): boolean {
  return isPlainPath(path) && (publicPaths.has(path) || publicPrefixes.some((prefix) => path.startsWith(prefix)));
}
