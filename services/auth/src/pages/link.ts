import { html } from '@plotline/kit/http/html';
import { type FormView, renderButton, renderField, renderForm, renderProblem, renderUsername } from './form.js';
import { renderPage } from './layout.js';
import { passwordHint } from './password.js';

export interface ConfirmView extends FormView {
  /** The token of the link. */
  readonly token: string;
  /** The address that is confirmed. */
  readonly email: string;
  readonly purpose: 'sign_up' | 'email_change';
}

const confirmHints = {
  sign_up:
    'The one that you chose when you signed up. If you did not sign up, leave this page: nothing is created then.',
  email_change: 'The one that you sign in to Plotline with.',
} as const;

/** Reached by the link of a mail. The button redeems it: reading the page does not, as scanners of mail follow links. */
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
    heading: 'Confirm your address',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}<p class="lead">Confirm that you have asked for this, and that <strong>${email}</strong> is yours.</p>${form}`,
  });
}

export interface InvitationView extends FormView {
  readonly token: string;
  readonly workspaceName: string;
  readonly email: string;
  /** `new_person` chooses a password, `signed_in` accepts, `known_person` signs in first. */
  readonly invitee: 'new_person' | 'known_person' | 'signed_in';
  /** Whether a code of the second factor is asked for, too. */
  readonly needsCode?: boolean;
  readonly name?: string | undefined;
}

const code = {
  name: 'code',
  label: 'Code',
  hint: 'Six digits from your authenticator app, or one of your recovery codes.',
  autocomplete: 'one-time-code',
} as const;

export function renderInvitation(view: InvitationView): string {
  const { problem, csrfToken, token, workspaceName, email, invitee, needsCode } = view;
  const fields = {
    new_person: [
      { name: 'name', label: 'Your name', value: view.name, autocomplete: 'name' },
      { name: 'password', label: 'Password', type: 'password', hint: passwordHint, autocomplete: 'new-password' },
    ],
    known_person: [
      {
        name: 'password',
        label: 'Your password',
        type: 'password',
        hint: 'The one that you sign in to Plotline with.',
        autocomplete: 'current-password',
      },
    ],
    signed_in: [],
  } as const;
  const form = renderForm({
    action: '/auth/invitation',
    csrfToken,
    hidden: { token },
    content: [
      invitee !== 'signed_in' && renderUsername(email),
      fields[invitee].map((field) => renderField(field, problem)),
      needsCode && renderField(code, problem),
      renderButton(`Join ${workspaceName}`),
    ],
  });
  return renderPage({
    heading: `Join ${workspaceName}`,
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}<p class="lead">You are invited to work in <strong>${workspaceName}</strong> as <strong>${email}</strong>.</p>${form}`,
  });
}
