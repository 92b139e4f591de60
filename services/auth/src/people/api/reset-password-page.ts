import { html } from '@plotline/kit/http/html';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { showLink } from '../../pages/api/link-page.js';
import { renderMailSent } from '../../pages/api/message.js';
import type { PageRequest } from '../../pages/api/page-request.js';
import { sendPage } from '../../pages/api/send-page.js';
import { submit, visitorPage } from '../../pages/api/serve-page.js';
import { passwordHint } from '../store/new-password.js';
import { requestPasswordReset, resetPassword } from './reset-password.js';
import { redirectToSignIn } from './sign-in-page.js';

export interface ResetRequestView extends FormView {
  readonly email?: string | undefined;
}

export function renderResetRequest({ problem, csrfToken, email }: ResetRequestView): string {
  const form = renderForm({
    action: '/auth/reset',
    csrfToken,
    content: [
      renderField(
        {
          name: 'email',
          label: 'Email',
          type: 'email',
          value: email,
          hint: 'We send a link to this address. Open it to choose a new password.',
          autocomplete: 'username',
          inputMode: 'email',
          isFocused: true,
        },
        problem,
      ),
      renderButton('Send link'),
    ],
  });
  return renderPage({
    heading: 'Forgot your password?',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${form}<p class="after"><a href="/auth/sign-in">Back to sign in</a></p>`,
  });
}

export interface NewPasswordView extends FormView {
  /** Token of the link. */
  readonly token: string;
}

/** Renders the page behind a link in an email. Opening the page redeems nothing, because mail scanners open links. */
export function renderNewPassword({ problem, csrfToken, token }: NewPasswordView): string {
  const field = {
    name: 'password',
    label: 'New password',
    type: 'password',
    hint: passwordHint,
    autocomplete: 'new-password',
    isFocused: true,
  } as const;
  const form = renderForm({
    action: '/auth/reset',
    csrfToken,
    hidden: { token },
    content: [renderField(field, problem), renderButton('Save password')],
  });
  return renderPage({
    heading: 'Choose a new password',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${form}<p class="after">This ends all your sessions and the access of all apps.</p>`,
  });
}

/** GET /auth/reset. Asks for the email address, or for the new password if the query has the token of a link. */
export function showReset(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const { response, csrfToken, query } = page;
    const token = query.get('token');
    if (token === null) return sendPage(response, renderResetRequest({ csrfToken }));
    return showLink(page, async () => {
      await context.links.find(token);
      return renderNewPassword({ csrfToken, token });
    });
  });
}

function requestReset(context: Context, page: PageRequest): Promise<void> {
  const { response, csrfToken, form, command } = page;
  const email = form.get('email') ?? '';
  return submit(page, {
    fields: ['email'],
    again: (problem) => renderResetRequest({ csrfToken, email, problem }),
    run: async () => {
      await requestPasswordReset(context, command, email);
      sendPage(response, renderMailSent(email));
    },
  });
}

function savePassword(context: Context, page: PageRequest, token: string): Promise<void> {
  const { csrfToken, form, command } = page;
  return submit(page, {
    fields: ['password'],
    again: (problem) => renderNewPassword({ csrfToken, token, problem }),
    run: async () => {
      await resetPassword(context, command, { token, password: form.get('password') ?? '' });
      redirectToSignIn(page, 'password_saved');
    },
  });
}

/** POST /auth/reset */
export function submitReset(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const token = page.form.get('token');
    return token === null ? requestReset(context, page) : savePassword(context, page, token);
  });
}
