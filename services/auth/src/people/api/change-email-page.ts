import { html } from '@plotline/kit/http/html';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { renderMailSent } from '../../pages/api/message.js';
import { sendPage } from '../../pages/api/send-page.js';
import { personPage, submit } from '../../pages/api/serve-page.js';
import { requestEmailChange } from './change-email.js';

export interface ChangeEmailView extends FormView {
  readonly current: string;
  /** The new email address, as entered. */
  readonly email?: string | undefined;
}

export function renderChangeEmail({ problem, csrfToken, current, email }: ChangeEmailView): string {
  const fields = [
    {
      name: 'email',
      label: 'New email',
      type: 'email',
      value: email,
      hint: 'We send a link to this address. Open it to confirm the change.',
      autocomplete: 'email',
      inputMode: 'email',
      isFocused: true,
    },
    { name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password' },
  ] as const;
  const form = renderForm({
    action: '/auth/account/email',
    csrfToken,
    content: [fields.map((field) => renderField(field, problem)), renderButton('Send link')],
  });
  return renderPage({
    heading: 'Change your email',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}<p class="lead">You sign in with <strong>${current}</strong>.</p>${form}<p class="after"><a href="/auth/account">Back to your account</a></p>`,
  });
}

/** GET /auth/account/email */
export function showChangeEmail(context: Context): RequestHandler {
  return personPage(context, ({ response, csrfToken, signedIn }) =>
    sendPage(response, renderChangeEmail({ csrfToken, current: signedIn.person.email })),
  );
}

/** POST /auth/account/email. The address changes only when the link in the email is redeemed. */
export function submitChangeEmail(context: Context): RequestHandler {
  return personPage(context, (page) => {
    const { response, csrfToken, form, command, client, signedIn } = page;
    const { person } = signedIn;
    const email = form.get('email') ?? '';
    return submit(page, {
      fields: ['email', 'password'],
      again: (problem) => renderChangeEmail({ csrfToken, current: person.email, email, problem }),
      run: async () => {
        await requestEmailChange(context, command, person, { email, password: form.get('password') ?? '' }, client);
        sendPage(response, renderMailSent(email));
      },
    });
  });
}
