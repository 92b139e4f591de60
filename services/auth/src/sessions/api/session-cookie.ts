import type { IncomingHttpHeaders } from 'node:http';
import { formatHostCookie, readCookie, toHostCookieName } from '@plotline/kit/http/cookies';
import type { Context } from '../../context.js';
import { sessionLifetimeMs } from '../model/session.js';

/** Name of the cookie that holds the session token, without its prefix. */
const sessionCookie = 'plotline_session';

/** The session token of a request. */
export interface SentToken {
  readonly token: string;
  /** Whether the browser sent the token by itself. */
  readonly isCookie: boolean;
}

/** Returns the token in `Authorization: Bearer`, or otherwise the token in the session cookie, or undefined. */
export function readSessionToken(headers: IncomingHttpHeaders, authUrl: string): SentToken | undefined {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    return token === undefined ? undefined : { token, isCookie: false };
  }
  const token = readCookie(cookie, toHostCookieName(sessionCookie, authUrl));
  return token === undefined ? undefined : { token, isCookie: true };
}

/** Formats the `Set-Cookie` header for a session token. Without a token, the header removes the cookie. */
export function formatSessionCookie({ authUrl }: Pick<Context, 'authUrl'>, token = ''): string {
  return formatHostCookie(sessionCookie, token, authUrl, token === '' ? 0 : sessionLifetimeMs / 1_000);
}
