/** Public paths of the auth service. The gateway passes through only listed paths. */
const publicPaths: ReadonlySet<string> = new Set(['/.well-known/oauth-authorization-server', '/.well-known/jwks.json']);

/** Paths below these are public too. */
const publicPrefixes = ['/oauth/', '/auth/'] as const;

/** Paths that public clients call from their own pages; they use no cookie. */
const pathsForAnyOrigin: ReadonlySet<string> = new Set([...publicPaths, '/oauth/token', '/oauth/revoke']);

/** Whether a page of any origin may call a path by script. */
export function allowsAnyOrigin(path: string): boolean {
  return pathsForAnyOrigin.has(path);
}

/** An unambiguous path: no empty or dot segments, no percent-encoding, no backslash, no fragment. */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/;

export function isPlainPath(path: string): boolean {
  return plainPath.test(path);
}

/** Whether the gateway passes a request for this path through to the auth service. */
export function isPublicAuthPath(path: string): boolean {
  return isPlainPath(path) && (publicPaths.has(path) || publicPrefixes.some((prefix) => path.startsWith(prefix)));
}
