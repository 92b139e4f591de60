import { html } from '@plotline/kit/http/html';
import { type FormView, renderButton, renderField, renderForm, renderProblem, renderUsername } from './form.js';
import { renderPage } from './layout.js';

/** What a password must be, as `domain/password` checks it. */
export const passwordHint =
  'At least 12 characters, not your email or the name of your workspace. A few words that do not belong together are strong and easy to keep.';

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
          hint: 'We send a link to this address, with which you choose a new password.',
          autocomplete: 'username',
          inputMode: 'email',
          isFocused: true,
        },
        problem,
      ),
      renderButton('Send the link'),
    ],
  });
  return renderPage({
    heading: 'Forgotten your password?',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${form}<p class="after"><a href="/auth/sign-in">Back to sign in</a></p>`,
  });
}

export interface NewPasswordView extends FormView {
  /** The token of the link. */
  readonly token: string;
}

/** Reached by the link of a mail. Reading it redeems nothing: scanners of mail follow links, too. */
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
    content: html`${renderProblem(problem)}${form}<p class="after">All sessions end: you sign in again everywhere. So does the access of all apps.</p>`,
  });
}

/** Of somebody who is signed in. */
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
    content: html`${renderProblem(problem)}${form}<p class="after">Your other sessions end, and the access of all apps. <a href="/auth/account">Back to your account</a></p>`,
  });
}
