import type { CustomFetch } from 'openid-client';

/** Server and app with which a client library is tested. */
export interface Subject {
  readonly issuer: string;
  /** Base address of the endpoints: the issuer, unless the server is tested without a gateway. */
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
  /** Tokens of the exchange, and of the refresh after it. */
  readonly accessTokens: readonly [string, string];
  readonly refreshToken: string;
  readonly scope: string | undefined;
  /** Introspection of the second access token, if the library supports introspection. */
  readonly wasActive?: boolean;
  /** Whether the library has revoked the refresh token. */
  readonly isRevoked: boolean;
}

/** Returns a text that must be present. */
export function required(text: string | null | undefined, what: string): string {
  if (!text) throw new Error(`There is no ${what}.`);
  return text;
}

/** Returns a fetch that finds the issuer at another address. */
export function fetchAt(issuer: string, base: string): CustomFetch {
  return (url, { method, headers, body, redirect }) =>
    fetch(url.replace(issuer, base), { method, headers, redirect, ...(body && { body }) });
}
