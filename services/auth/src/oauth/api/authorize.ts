import { toProblem } from '@plotline/kit/core/errors';
import { assertCsrfToken, assertSameOrigin, computeCsrfToken } from '@plotline/kit/http/cookies';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../../context.js';
import { type ErrorKind, renderError } from '../../pages/api/error.js';
import { redirect, sendPage } from '../../pages/api/send-page.js';
import { readOrigin } from '../../sessions/api/origin.js';
import { readSessionToken } from '../../sessions/api/session-cookie.js';
import { findSignedIn, type SignedIn } from '../../sessions/api/signed-in.js';
import {
  type AuthorizationRequest,
  findRedirectTarget,
  parseAuthorizationRequest,
  type RedirectTarget,
  UnknownTarget,
} from './authorization-request.js';
import { createConsentView, issueCode, needsPasswordFirst, needsTwoFactorFirst } from './consent.js';
import { OAuthError, toOAuthError } from './oauth-error.js';
import { type Parameters, parseParameters, readParameters } from './parameters.js';
import { renderConsent } from './render-consent.js';

/** Returns the query as it was sent, without the question mark. */
function readQuery({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start + 1);
}

/** Sends the browser back to the client, with `iss` (RFC 9207) and the client's `state`. */
function answer(
  { authUrl }: Context,
  response: Response,
  { redirectUri, state }: RedirectTarget,
  values: Readonly<Record<string, string>>,
): void {
  const query = new URLSearchParams({ ...values, ...(state !== undefined && { state }), iss: authUrl });
  // Appended as text, because parsing and formatting a URL may change the registered address.
  redirect(response, `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`);
}

/** Maximum length of path and query that the gateway accepts. */
const maxLocationLength = 8_192;

/**
 * Redirects to a page from which the person returns to this request. Throws invalid_request if the request is too long
 * for the return address.
 */
function leadThrough(
  request: Request,
  response: Response,
  path: string,
  why: Readonly<Record<string, string>> = {},
): void {
  const location = `${path}?${new URLSearchParams({ return_to: `/oauth/authorize?${readQuery(request)}`, ...why })}`;
  if (location.length > maxLocationLength) throw new OAuthError('invalid_request', 'The request is too long.');
  redirect(response, location);
}

/** Makes the person sign in again. Otherwise anybody at an unattended browser could grant full access. */
function askForPassword(request: Request, response: Response): void {
  leadThrough(request, response, '/auth/sign-in', { notice: 'again' });
}

async function findPerson(context: Context, request: Request): Promise<SignedIn | null> {
  const sent = readSessionToken(request.headers, context.authUrl);
  return sent?.isCookie ? findSignedIn(context, sent.token, readOrigin(request)) : null;
}

/** Handles a valid request from a person who is signed in. */
type Step = (
  request: Request,
  response: Response,
  found: { readonly authorization: AuthorizationRequest; readonly signedIn: SignedIn },
) => Promise<void> | void;

function toErrorKind(error: unknown): { readonly kind: ErrorKind; readonly status: number } {
  if (error instanceof UnknownTarget) return { kind: error.kind, status: 400 };
  if (error instanceof OAuthError) return { kind: 'unreadable', status: 400 };
  const { code, status } = toProblem(error);
  if (code === 'FORBIDDEN') return { kind: 'stale_form', status };
  return status === 503 ? { kind: 'unavailable', status } : { kind: 'failed', status: 500 };
}

function serve(context: Context, step: Step): RequestHandler {
  const { runtime } = context;
  const run = async (request: Request, response: Response, target: RedirectTarget, parameters: Parameters) => {
    const signedIn = await findPerson(context, request);
    // If no person is signed in, even an invalid request isn't redirected to the client. Otherwise anybody could
    // register an app and make our host redirect people to it.
    if (!signedIn) return leadThrough(request, response, '/auth/sign-in');
    try {
      await step(request, response, { authorization: parseAuthorizationRequest(target, parameters), signedIn });
    } catch (error) {
      if (toProblem(error).code === 'FORBIDDEN') throw error;
      const { code, message } = toOAuthError(error);
      if (code === 'server_error')
        runtime.log.error({ err: error, ...toLogFields(readOrigin(request)) }, 'unforeseen error');
      answer(context, response, target, { error: code, error_description: message });
    }
  };
  return async (request, response) => {
    try {
      const parameters = parseParameters(readQuery(request));
      await run(request, response, await findRedirectTarget(context, parameters), parameters);
    } catch (error) {
      const { kind, status } = toErrorKind(error);
      const origin = readOrigin(request);
      if (status === 500) runtime.log.error({ err: error, ...toLogFields(origin) }, 'unforeseen error');
      sendPage(response, renderError({ kind, requestId: origin.requestId }), { status });
    }
  };
}

/**
 * GET /oauth/authorize (RFC 6749, 4.1.1). Asks the person for consent. If needed, the person first signs in and sets up
 * a second factor.
 */
export function showConsent(context: Context): RequestHandler {
  return serve(context, async (request, response, { authorization, signedIn }) => {
    if (needsTwoFactorFirst(authorization, signedIn)) return leadThrough(request, response, '/auth/two-factor');
    if (needsPasswordFirst(context, authorization, signedIn)) return askForPassword(request, response);
    const form = { action: `/oauth/authorize?${readQuery(request)}`, csrfToken: computeCsrfToken(signedIn.token) };
    sendPage(response, renderConsent(await createConsentView(context, authorization, signedIn, form)), {
      leadsToApp: true,
    });
  });
}

/** POST /oauth/authorize. Carries out the person's decision. The query contains the request that the person saw. */
export function decideConsent(context: Context): RequestHandler {
  return serve(context, async (request, response, { authorization, signedIn }) => {
    assertSameOrigin(request.headers, context.authUrl);
    const form = readParameters(request);
    assertCsrfToken(signedIn.token, form.get('csrf_token'));
    const decision = form.get('decision');
    if (decision === 'deny') throw new OAuthError('access_denied', 'The person denied access.');
    if (decision !== 'allow') throw new OAuthError('invalid_request', 'The decision must be one of: allow, deny.');
    if (needsTwoFactorFirst(authorization, signedIn)) return leadThrough(request, response, '/auth/two-factor');
    if (needsPasswordFirst(context, authorization, signedIn)) return askForPassword(request, response);
    const code = await issueCode(context, authorization, signedIn, form.get('workspace_id'));
    answer(context, response, authorization, { code });
  });
}
