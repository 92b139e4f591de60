import { html } from '@plotline/kit/http/html';
import {
  type FormView,
  renderButton,
  renderField,
  renderForm,
  renderProblem,
  renderUsername,
} from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';

/** Summarizes the rules that `domain/password` checks. */
export const passwordHint =
  "At least 12 characters. Don't use your email or your workspace's name. A few unrelated words are strong and easy to remember.";

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

/** Renders the page behind a link in a mail. Opening it redeems nothing, because mail scanners open links. */
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

/** View model of the page for a signed-in person. */
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
