import { Problem } from '@plotline/kit/core/errors';
import { html } from '@plotline/kit/http/html';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import {
  type FormView,
  renderButton,
  renderField,
  renderForm,
  renderProblem,
  renderUsername,
} from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { showLink, unlessInvalid } from '../../pages/api/link-page.js';
import { renderDeadLink } from '../../pages/api/message.js';
import type { PageRequest } from '../../pages/api/page-request.js';
import { sendPage } from '../../pages/api/send-page.js';
import { submit, visitorPage } from '../../pages/api/serve-page.js';
import { confirm, findConfirmation } from './confirm.js';
import { beginSignIn, type SignInRequest } from './sign-in.js';
import { enter, redirectToSignIn } from './sign-in-page.js';

const unprocessable = 422;

export interface ConfirmView extends FormView {
  /** Token of the link. */
  readonly token: string;
  /** Email address to confirm. */
  readonly email: string;
  readonly purpose: 'sign_up' | 'email_change';
}

const confirmHints = {
  sign_up:
    "The password that you chose when you signed up. If you didn't sign up, leave this page, and we won't create anything.",
  email_change: 'The password of your Plotline account',
} as const;

/** Renders the page behind a link in an email. Only its button redeems the link, because mail scanners open links. */
export function renderConfirm({ problem, csrfToken, token, email, purpose }: ConfirmView): string {
  const password = {
    name: 'password',
    label: 'Your password',
    type: 'password',
    hint: confirmHints[purpose],
    autocomplete: 'current-password',
  } as const;
  const form = renderForm({
    action: '/auth/confirm',
    csrfToken,
    hidden: { token },
    content: [renderUsername(email), renderField(password, problem), renderButton('Confirm this address')],
  });
  return renderPage({
    heading: 'Confirm your email address',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}<p class="lead">Confirm that you requested this and that <strong>${email}</strong> is your address.</p>${form}`,
  });
}

/** GET /auth/confirm */
export function showConfirm(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const token = page.query.get('token') ?? '';
    return showLink(page, async () => {
      const { purpose, email } = await findConfirmation(context, token);
      return renderConfirm({ csrfToken: page.csrfToken, token, purpose, email });
    });
  });
}

/**
 * Signs a person in after they confirmed a sign-up with its password. If that fails, shows the sign-in page instead. An
 * older account may have a different password or a second factor, and the team service may not know the owner yet.
 */
async function enterConfirmed(context: Context, page: PageRequest, credentials: SignInRequest): Promise<void> {
  try {
    const first = await beginSignIn(context, page.command, credentials, page.client);
    if ('signedIn' in first) return await enter(context, page, first.signedIn, undefined);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  redirectToSignIn(page, 'confirmed');
}

/** POST /auth/confirm */
export function submitConfirm(context: Context): RequestHandler {
  return visitorPage(context, async (page) => {
    const { csrfToken, form, command, response } = page;
    const token = form.get('token') ?? '';
    const wanted = await unlessInvalid(findConfirmation(context, token));
    if (!wanted) return sendPage(response, renderDeadLink(), { status: unprocessable });
    const { purpose, email } = wanted;
    await submit(page, {
      fields: ['password'],
      again: (problem) => renderConfirm({ csrfToken, token, purpose, email, problem }),
      run: async () => {
        const password = form.get('password') ?? '';
        await confirm(context, command, { token, password });
        if (purpose === 'sign_up') await enterConfirmed(context, page, { email, password });
        else redirectToSignIn(page, 'confirmed');
      },
    });
  });
}
