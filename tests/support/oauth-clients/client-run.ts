import type { CustomFetch } from 'openid-client';

/** Server and app with which a client library is tested. */
export interface Subject {
  readonly issuer: string;
  /** Base address of the endpoints. It is the issuer unless the server is tested without a gateway. */
  readonly base: string;
  /** Fetch that connects to the issuer's addresses. */
  readonly fetch: CustomFetch;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** Acts as the person in the browser and resolves to the address of the final redirect. */
  readonly browse: (authorizationUrl: URL) => Promise<URL>;
}

/** Result of the run. */
export interface ClientRun {
  /** Tokens from the exchange, and from the refresh after it. */
  readonly accessTokens: readonly [string, string];
  readonly refreshToken: string;
  readonly scope: string | undefined;
  /**
   * Whether introspection reports the second access token as active. Undefined if the library doesn't support
   * introspection.
   */
  readonly wasActive?: boolean;
  /** Whether the library has revoked the refresh token. */
  readonly isRevoked: boolean;
}

/** Returns a text. Fails if it is missing. */
export function required(text: string | null | undefined, what: string): string {
  if (!text) throw new Error(`There is no ${what}.`);
  return text;
}

/** Returns a fetch function that reaches the issuer at another address. */
export function fetchAt(issuer: string, base: string): CustomFetch {
  return (url, { method, headers, body, redirect }) =>
    fetch(url.replace(issuer, base), { method, headers, redirect, ...(body && { body }) });
}
