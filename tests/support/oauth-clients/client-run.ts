import type { CustomFetch } from 'openid-client';

/** What a client library is tried against. */
export interface Subject {
  readonly issuer: string;
  /** Where the endpoints are reached; the issuer, unless the server is tried without a gateway. */
  readonly base: string;
  /** Reaches the issuer's addresses. */
  readonly fetch: CustomFetch;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** What the person does in the browser; resolves to the address that the browser is sent to in the end. */
  readonly browse: (authorizationUrl: URL) => Promise<URL>;
}

/** What came of it. */
export interface ClientRun {
  /** Of the exchange, and of the refresh after it. */
  readonly accessTokens: readonly [string, string];
  readonly refreshToken: string;
  readonly scope: string | undefined;
  /** What introspection said of the second access token, where the library can ask. */
  readonly wasActive?: boolean;
  /** Whether the library has revoked the refresh token. */
  readonly isRevoked: boolean;
}

/** A text that must be there. */
export function required(text: string | null | undefined, what: string): string {
  if (!text) throw new Error(`There is no ${what}.`);
  return text;
}

/** A fetch that finds the issuer at another address. */
export function fetchAt(issuer: string, base: string): CustomFetch {
  return (url, { method, headers, body, redirect }) =>
    fetch(url.replace(issuer, base), { method, headers, redirect, ...(body && { body }) });
}
