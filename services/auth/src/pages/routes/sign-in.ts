import { Problem } from '@plotline/kit/core/errors';
import type { RequestHandler } from 'express';
import { endReplacedSession } from '../../accounts/end-replaced-session.js';
import { beginSignIn, finishSignIn } from '../../accounts/sign-in.js';
import type { SignedIn } from '../../accounts/signed-in.js';
import type { Context } from '../../context.js';
import { formatSessionCookie } from '../../http/session.js';
import { renderContinue } from '../continue.js';
import type { PageRequest } from '../page-request.js';
import { parseReturnTo } from '../return-to.js';
import { redirect, sendPage } from '../send-page.js';
import { submit, visitorPage } from '../serve-page.js';
import { renderSecondStep, renderSignIn, type SignInNotice } from '../sign-in.js';

/** The dashboard, which finds the workspace that was last open. */
const home = '/dashboard/';

/** The query that carries where somebody wanted to go. */
function toQuery(returnTo: string | undefined): URLSearchParams {
  return new URLSearchParams(returnTo === undefined ? {} : { return_to: returnTo });
}

/** Leads to the page of sign-in, which says why. */
export function redirectToSignIn({ response }: PageRequest, notice: SignInNotice, returnTo?: string): void {
  const query = toQuery(returnTo);
  query.set('notice', notice);
  redirect(response, `/auth/sign-in?${query}`);
}

/** Leads somebody who has just signed in to where they wanted, by way of what their workspaces ask for first. */
export async function enter(
  context: Context,
  { request, response, command }: PageRequest,
  signedIn: SignedIn,
  returnTo: string | undefined,
): Promise<void> {
  await endReplacedSession(context, command, request.headers, signedIn);
  response.appendHeader('set-cookie', formatSessionCookie(context, signedIn.token));
  // Who signs in again in order to set one up is on the way there.
  const isOnTheWay = returnTo?.startsWith('/auth/two-factor');
  const needsTwoFactor = !isOnTheWay && signedIn.access.some((access) => access.needsTwoFactor);
  if (needsTwoFactor) redirect(response, `/auth/two-factor?${toQuery(returnTo)}`);
  // An app may be at the end of it.
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

/** POST /auth/sign-in: signs in, or answers with the second step. */
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

/** Whether the proof of the password, which a second step needs, is over. */
function isOver(error: unknown): boolean {
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
          if (!isOver(error)) throw error;
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
