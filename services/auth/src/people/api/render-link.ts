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
import { passwordHint } from './render-password.js';

export interface ConfirmView extends FormView {
  /** Token of the link. */
  readonly token: string;
  /** Address to confirm. */
  readonly email: string;
  readonly purpose: 'sign_up' | 'email_change';
}

const confirmHints = {
  sign_up:
    "The password that you chose when you signed up. If you didn't sign up, leave this page, and we won't create anything.",
  email_change: 'The password of your Plotline account',
} as const;

/** Renders the page behind a link in a mail. Only its button redeems the link, because mail scanners open links. */
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

export interface InvitationView extends FormView {
  readonly token: string;
  readonly workspaceName: string;
  readonly email: string;
  /** `new_person` chooses a password, `known_person` enters it, `signed_in` only accepts. */
  readonly invitee: 'new_person' | 'known_person' | 'signed_in';
  /** Also asks for a two-factor code. */
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
        hint: 'The password of your Plotline account',
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
    content: html`${renderProblem(problem)}<p class="lead">You're invited to join <strong>${workspaceName}</strong> as <strong>${email}</strong>.</p>${form}`,
  });
}
