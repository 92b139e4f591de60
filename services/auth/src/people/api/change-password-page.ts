import { html } from '@plotline/kit/http/html';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { backToAccount } from '../../pages/api/account-notice.js';
import {
  type FormView,
  renderButton,
  renderField,
  renderForm,
  renderProblem,
  renderUsername,
} from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { sendPage } from '../../pages/api/send-page.js';
import { personPage, submit } from '../../pages/api/serve-page.js';
import { formatSessionCookie } from '../../sessions/api/session-cookie.js';
import { passwordHint } from '../store/new-password.js';
import { changePassword } from './change-password.js';

/** View model of the page on which a signed-in person changes the password. */
export interface ChangePasswordView extends FormView {
  readonly email: string;
}

export function renderChangePassword({ problem, csrfToken, email }: ChangePasswordView): string {
  const fields = [
    { name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password' },
    { name: 'new_password', label: 'New password', type: 'password', hint: passwordHint, autocomplete: 'new-password' },
  ] as const;
  const form = renderForm({
    action: '/auth/account/password',
    csrfToken,
    content: [
      renderUsername(email),
      ...fields.map((field) => renderField(field, problem)),
      renderButton('Change password'),
    ],
  });
  return renderPage({
    heading: 'Change your password',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${form}<p class="after">This ends your other sessions and the access of all apps. <a href="/auth/account">Back to your account</a></p>`,
  });
}

/** GET /auth/account/password */
export function showChangePassword(context: Context): RequestHandler {
  return personPage(context, ({ response, csrfToken, signedIn }) =>
    sendPage(response, renderChangePassword({ csrfToken, email: signedIn.person.email })),
  );
}

/** POST /auth/account/password */
export function submitChangePassword(context: Context): RequestHandler {
  return personPage(context, (page) => {
    const { response, csrfToken, signedIn, command, form, client } = page;
    return submit(page, {
      fields: ['current_password', 'new_password'],
      again: (problem) => renderChangePassword({ csrfToken, email: signedIn.person.email, problem }),
      run: async () => {
        const passwords = { current: form.get('current_password') ?? '', password: form.get('new_password') ?? '' };
        const renewed = await changePassword(context, command, signedIn, passwords, client);
        response.appendHeader('set-cookie', formatSessionCookie(context, renewed.token));
        backToAccount(page, 'password_changed');
      },
    });
  });
}
