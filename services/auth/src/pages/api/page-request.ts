import { randomBytes } from 'node:crypto';
import {
  assertCsrfToken,
  assertSameOrigin,
  computeCsrfToken,
  formatHostCookie,
  isSafeMethod,
  readCookie,
  toHostCookieName,
} from '@plotline/kit/http/cookies';
import { readClientAddress } from '@plotline/kit/http/request';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Request, Response } from 'express';
import type { Context } from '../../context.js';
import { toCaller } from '../../sessions/api/authenticate.js';
import { createVisitorCommand, readOrigin } from '../../sessions/api/origin.js';
import { readSessionToken } from '../../sessions/api/session-cookie.js';
import { findSignedIn, type SignedIn } from '../../sessions/api/signed-in.js';
import type { Client } from '../../sessions/store/sessions.js';

/** Name, without prefix, of the cookie that ties forms to a browser without a session. */
const formCookie = 'plotline_form';
const secretBytes = 24;
const lifetimeSeconds = 24 * 3_600;

/** Returns the secret in the browser's form cookie. Sets the cookie if it is missing. */
function getOrCreateFormCookie({ authUrl }: Context, request: Request, response: Response): string {
  const present = readCookie(request.headers.cookie, toHostCookieName(formCookie, authUrl));
  if (present) return present;
  const secret = randomBytes(secretBytes).toString('base64url');
  response.appendHeader('set-cookie', formatHostCookie(formCookie, secret, authUrl, lifetimeSeconds));
  return secret;
}

/** A request for a page, or a submitted form with a verified CSRF token. */
export interface PageRequest {
  readonly request: Request;
  readonly response: Response;
  readonly query: URLSearchParams;
  /** Fields of the form. Empty for a GET. */
  readonly form: URLSearchParams;
  /** Token for the forms on the page. */
  readonly csrfToken: string;
  /** Address and user agent of the client. */
  readonly client: Client;
  readonly command: Command;
  /** The signed-in person, even on pages that don't need a session. */
  readonly signedIn: SignedIn | null;
}

/** A request from a signed-in person. */
export interface PersonRequest extends PageRequest {
  readonly signedIn: SignedIn;
}

function readForm({ body }: Request): URLSearchParams {
  const text: unknown = body;
  return new URLSearchParams(typeof text === 'string' ? text : '');
}

function readQuery({ originalUrl }: Request): URLSearchParams {
  const start = originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : originalUrl.slice(start));
}

/** Finds the person who belongs to the session cookie. */
async function findPerson(context: Context, request: Request): Promise<SignedIn | null> {
  const sent = readSessionToken(request.headers, context.authUrl);
  return sent?.isCookie ? findSignedIn(context, sent.token, readOrigin(request)) : null;
}

/** Throws FORBIDDEN for a form that doesn't come from our page in this browser. */
function assertOwnForm({ authUrl }: Context, request: Request, form: URLSearchParams, secret: string): void {
  if (isSafeMethod(request.method)) return;
  assertSameOrigin(request.headers, authUrl);
  assertCsrfToken(secret, form.get('csrf_token') ?? undefined);
}

/**
 * Reads a request for a page that needs no session. A cookie ties its forms to the browser, so that a page from another
 * site can't sign a person in to a different account. Throws FORBIDDEN.
 */
export async function readVisitorRequest(context: Context, request: Request, response: Response): Promise<PageRequest> {
  const form = readForm(request);
  const secret = getOrCreateFormCookie(context, request, response);
  assertOwnForm(context, request, form, secret);
  return {
    request,
    response,
    query: readQuery(request),
    form,
    csrfToken: computeCsrfToken(secret),
    client: { address: readClientAddress(request), userAgent: request.get('user-agent') ?? '' },
    command: createVisitorCommand(readOrigin(request)),
    signedIn: await findPerson(context, request),
  };
}

/** Reads a request for a page that needs a session. Resolves to null if there is no session. Throws FORBIDDEN. */
export async function readPersonRequest(
  context: Context,
  request: Request,
  response: Response,
): Promise<PersonRequest | null> {
  const signedIn = await findPerson(context, request);
  const access = signedIn?.access[0];
  if (!signedIn || !access) return null;
  const form = readForm(request);
  assertOwnForm(context, request, form, signedIn.token);
  return {
    request,
    response,
    query: readQuery(request),
    form,
    csrfToken: computeCsrfToken(signedIn.token),
    client: { address: readClientAddress(request), userAgent: request.get('user-agent') ?? '' },
    command: { caller: toCaller(signedIn, access, readOrigin(request)) },
    signedIn,
  };
}
