import { randomBytes } from 'node:crypto';
import { assertCsrfToken, assertSameOrigin, computeCsrfToken, isSafeMethod } from '@plotline/kit/core/csrf';
import { readClientAddress } from '@plotline/kit/http/client-address';
import { formatHostCookie, readCookie, toHostCookieName } from '@plotline/kit/http/cookies';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Request, Response } from 'express';
import { readOrigin } from '../accounts/origin.js';
import { createVisitorCommand } from '../accounts/sign-in.js';
import { findSignedIn, readSessionToken, type SignedIn } from '../accounts/signed-in.js';
import type { Context } from '../context.js';
import { toCaller } from '../http/authenticate.js';
import type { Client } from '../store/sessions.js';

/** Name of the cookie that forms are bound to before anybody is signed in, without its prefix. */
const formCookie = 'plotline_form';
const secretBytes = 24;
const lifetimeSeconds = 24 * 3_600;

/** The secret of the browser's form cookie; a browser without one gets it. */
function keepFormCookie({ authUrl }: Context, request: Request, response: Response): string {
  const present = readCookie(request.headers.cookie, toHostCookieName(formCookie, authUrl));
  if (present) return present;
  const secret = randomBytes(secretBytes).toString('base64url');
  response.appendHeader('set-cookie', formatHostCookie(formCookie, secret, authUrl, lifetimeSeconds));
  return secret;
}

/** A request for a page, or one with its form, whose CSRF token has been checked. */
export interface PageRequest {
  readonly request: Request;
  readonly response: Response;
  readonly query: URLSearchParams;
  /** The fields of the form; none for a GET. */
  readonly form: URLSearchParams;
  /** For the forms of the page. */
  readonly csrfToken: string;
  /** Where the request comes from. */
  readonly client: Client;
  readonly command: Command;
  /** Whoever is signed in, on pages for visitors, too. */
  readonly signedIn: SignedIn | null;
}

/** A request of somebody who is signed in. */
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

/** Who is signed in by the session's cookie. */
async function findPerson(context: Context, request: Request): Promise<SignedIn | null> {
  const sent = readSessionToken(request.headers, context.authUrl);
  return sent?.isCookie ? findSignedIn(context, sent.token, readOrigin(request)) : null;
}

/** Throws FORBIDDEN for a form that is not of a page of ours, or not of this browser's. */
function assertOwnForm({ authUrl }: Context, request: Request, form: URLSearchParams, secret: string): void {
  if (isSafeMethod(request.method)) return;
  assertSameOrigin(request.headers, authUrl);
  assertCsrfToken(secret, form.get('csrf_token') ?? undefined);
}

/**
 * Reads a request for a page that needs nobody signed in. Its forms are bound to a cookie of their own, so that nobody is signed in
 * as somebody else by a foreign page. Throws FORBIDDEN.
 */
export async function readVisitorRequest(context: Context, request: Request, response: Response): Promise<PageRequest> {
  const form = readForm(request);
  const secret = keepFormCookie(context, request, response);
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

/** Reads a request for a page of somebody who is signed in, or resolves to null. Throws FORBIDDEN. */
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
