import { randomBytes } from 'node:crypto';
import { formatHostCookie, readCookie, toHostCookieName } from '@plotline/kit/http/cookies';
import type { Request, Response } from 'express';
import type { Context } from '../context.js';

/** Name of the cookie that forms are bound to before anybody is signed in, without its prefix. */
const formCookie = 'plotline_form';
const secretBytes = 24;
const lifetimeSeconds = 24 * 3_600;

/** The secret of the browser's form cookie; a browser without one gets it. */
export function keepFormCookie({ authUrl }: Context, request: Request, response: Response): string {
  const present = readCookie(request.headers.cookie, toHostCookieName(formCookie, authUrl));
  if (present) return present;
  const secret = randomBytes(secretBytes).toString('base64url');
  response.appendHeader('set-cookie', formatHostCookie(formCookie, secret, authUrl, lifetimeSeconds));
  return secret;
}
