/** Public paths of the auth service. The gateway passes through only listed paths. */
const publicPaths: ReadonlySet<string> = new Set(['/.well-known/oauth-authorization-server', '/.well-known/jwks.json']);

/** Paths below these paths are public too. */
const publicPrefixes = ['/oauth/', '/auth/'] as const;

/** Paths that public clients call from their own pages. The paths use no cookie. */
const pathsForAnyOrigin: ReadonlySet<string> = new Set([...publicPaths, '/oauth/token', '/oauth/revoke']);

/** Returns whether a page from any origin may call a path by script. */
export function allowsAnyOrigin(path: string): boolean {
  return pathsForAnyOrigin.has(path);
}

/** Matches an unambiguous path: no empty or dot segments, no percent-encoding, no backslash, no fragment. */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/;

export function isPlainPath(path: string): boolean {
  return plainPath.test(path);
}

/** Returns whether the gateway passes a request for this path through to the auth service. */
export function isPublicAuthPath(path: string): boolean {
  return isPlainPath(path) && (publicPaths.has(path) || publicPrefixes.some((prefix) => path.startsWith(prefix)));
}
