import { isWellFormedToken } from '@plotline/kit/core/secrets';
import {
  assertCsrfToken,
  assertSameOrigin,
  csrfHeader,
  isSafeMethod,
  readCookie,
  toHostCookieName,
} from '@plotline/kit/http/cookies';
import { sessionCookieName } from '../contract/session-cookie-name.js';
import { createUnauthorized, type ReadCredential, sessionPrefix } from './authenticate.js';

/**
 * Creates the function that reads the session from the browser's cookie and ignores `Authorization`. A method that
 * changes something needs the session's CSRF token and must not come from a page of another origin. Otherwise the
 * function throws FORBIDDEN.
 */
export function createReadSessionCookie(authBaseUrl: string): ReadCredential {
  const name = toHostCookieName(sessionCookieName, authBaseUrl);
  return ({ request: { method, headers } }) => {
    const token = readCookie(headers.cookie, name);
    if (token === undefined || !isWellFormedToken(token, sessionPrefix)) throw createUnauthorized();
    if (!isSafeMethod(method)) {
      assertSameOrigin(headers, authBaseUrl);
      assertCsrfToken(token, headers[csrfHeader]?.toString());
    }
    return { kind: 'session', value: token };
  };
}
