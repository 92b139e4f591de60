import { Problem } from '@plotline/kit/core/errors';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import type { PageRequest } from '../../pages/api/page-request.js';
import { parseReturnTo } from '../../pages/api/return-to.js';
import { redirect, sendPage } from '../../pages/api/send-page.js';
import { submit, visitorPage } from '../../pages/api/serve-page.js';
import { endReplacedSession } from '../../sessions/api/end-replaced-session.js';
import { formatSessionCookie } from '../../sessions/api/session-cookie.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import { renderContinue, renderSecondStep, renderSignIn, type SignInNotice } from './render-sign-in.js';
import { beginSignIn, finishSignIn } from './sign-in.js';

/** Default page after the sign-in. The dashboard opens the last used workspace. */
const home = '/dashboard/';

/** Builds the query that stores the page to return to. */
function toQuery(returnTo: string | undefined): URLSearchParams {
  return new URLSearchParams(returnTo === undefined ? {} : { return_to: returnTo });
}

/** Redirects to the sign-in page, which shows the notice. */
export function redirectToSignIn({ response }: PageRequest, notice: SignInNotice, returnTo?: string): void {
  const query = toQuery(returnTo);
  query.set('notice', notice);
  redirect(response, `/auth/sign-in?${query}`);
}

/** Redirects a person who has just signed in. If a workspace requires a second factor, redirects to its setup first. */
export async function enter(
  context: Context,
  { request, response, command }: PageRequest,
  signedIn: SignedIn,
  returnTo: string | undefined,
): Promise<void> {
  await endReplacedSession(context, command, request.headers, signedIn);
  response.appendHeader('set-cookie', formatSessionCookie(context, signedIn.token));
  // If the person signed in again for the setup, `returnTo` already leads to the setup.
  const isOnTheWay = returnTo?.startsWith('/auth/two-factor');
  const needsTwoFactor = !isOnTheWay && signedIn.access.some((access) => access.needsTwoFactor);
  if (needsTwoFactor) redirect(response, `/auth/two-factor?${toQuery(returnTo)}`);
  // The path may redirect to an app.
  else if (returnTo?.startsWith('/oauth/')) redirect(response, `/auth/continue?${toQuery(returnTo)}`);
  else redirect(response, returnTo ?? home);
}

/** GET /auth/sign-in */
export function showSignIn(context: Context): RequestHandler {
  const { isSignUpOpen: canSignUp } = context;
  return visitorPage(context, ({ response, csrfToken, query }) => {
    const returnTo = parseReturnTo(query.get('return_to'));
    sendPage(response, renderSignIn({ csrfToken, returnTo, canSignUp }, query.get('notice')));
  });
}

/** POST /auth/sign-in. Signs in, or asks for a two-factor code. */
export function submitSignIn(context: Context): RequestHandler {
  const { isSignUpOpen: canSignUp } = context;
  return visitorPage(context, (page) => {
    const { response, csrfToken, form, client, command } = page;
    const credentials = { email: form.get('email') ?? '', password: form.get('password') ?? '' };
    const returnTo = parseReturnTo(form.get('return_to'));
    return submit(page, {
      fields: ['email', 'password'],
      again: (problem) => renderSignIn({ csrfToken, returnTo, email: credentials.email, canSignUp, problem }),
      run: async () => {
        const first = await beginSignIn(context, command, credentials, client);
        if ('signedIn' in first) await enter(context, page, first.signedIn, returnTo);
        else sendPage(response, renderSecondStep({ csrfToken, returnTo, step: first.step }));
      },
    });
  });
}

/** Checks whether the proof of the password, which the second step needs, has expired. */
function hasExpired(error: unknown): boolean {
  return error instanceof Problem && error.reason === 'wrong_credentials';
}

/** POST /auth/sign-in/code */
export function submitCode(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const { csrfToken, form, client, command } = page;
    const step = form.get('step') ?? '';
    const returnTo = parseReturnTo(form.get('return_to'));
    return submit(page, {
      fields: ['code'],
      again: (problem) => renderSecondStep({ csrfToken, returnTo, step, problem }),
      run: async () => {
        try {
          const second = { step, code: form.get('code') ?? '' };
          await enter(context, page, await finishSignIn(context, command, second, client), returnTo);
        } catch (error) {
          if (!hasExpired(error)) throw error;
          redirectToSignIn(page, 'step_over', returnTo);
        }
      },
    });
  });
}

/** GET /auth/continue */
export function showContinue(context: Context): RequestHandler {
  return visitorPage(context, ({ response, query }) =>
    sendPage(response, renderContinue(parseReturnTo(query.get('return_to')) ?? home)),
  );
}
