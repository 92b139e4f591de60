import { html } from '@plotline/kit/http/html';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';

export interface ChangeEmailView extends FormView {
  readonly current: string;
  /** The new address, as entered. */
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
