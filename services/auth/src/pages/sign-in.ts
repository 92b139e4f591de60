import { html } from '@plotline/kit/http/html';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from './form.js';
import { renderPage } from './layout.js';

export interface SignInView extends FormView {
  /** As entered, or as the link gave it. */
  readonly email?: string | undefined;
  /** Own path to go on to, checked before. */
  readonly returnTo?: string | undefined;
  /** Whether people may make workspaces of their own. */
  readonly canSignUp: boolean;
}

/** Why somebody comes here. */
const notices = {
  again: 'Please sign in again: this takes a sign-in of the last 15 minutes.',
  step_over: 'The time for the code is over. Please sign in again.',
  confirmed: 'Your address is confirmed. You can sign in now.',
  password_saved: 'Your new password is saved. Sign in with it.',
} as const;

export type SignInNotice = keyof typeof notices;

function isNotice(text: string | null): text is SignInNotice {
  return text !== null && Object.hasOwn(notices, text);
}

/** `reason` is from outside: anything but the name of a notice says nothing. */
export function renderSignIn(view: SignInView, reason: string | null = null): string {
  const { problem, csrfToken, email, returnTo } = view;
  const notice = isNotice(reason) && notices[reason];
  const form = renderForm({
    action: '/auth/sign-in',
    csrfToken,
    hidden: { return_to: returnTo },
    content: [
      renderField(
        {
          name: 'email',
          label: 'Email',
          type: 'email',
          value: email,
          autocomplete: 'username',
          inputMode: 'email',
          isFocused: !email,
        },
        problem,
      ),
      renderField(
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          isFocused: Boolean(email),
        },
        problem,
      ),
      html`<p class="aside"><a href="/auth/reset">Forgotten your password?</a></p>`,
      renderButton('Sign in'),
    ],
  });
  const signUp = html`<p class="after">New to Plotline? <a href="/auth/sign-up">Create a workspace</a></p>`;
  return renderPage({
    heading: 'Sign in',
    hasProblem: Boolean(problem),
    content: html`${notice && html`<p class="notice" role="status">${notice}</p>`}${renderProblem(problem)}${form}${view.canSignUp && signUp}`,
  });
}

export interface SecondStepView extends FormView {
  /** Sealed proof that the password was right; it lives for minutes. */
  readonly step: string;
  readonly returnTo?: string | undefined;
}

/** The second step of a sign-in: a code of the app, or one of the recovery codes. */
export function renderSecondStep({ problem, csrfToken, step, returnTo }: SecondStepView): string {
  const form = renderForm({
    action: '/auth/sign-in/code',
    csrfToken,
    hidden: { step, return_to: returnTo },
    content: [
      renderField(
        {
          name: 'code',
          label: 'Code',
          hint: 'Six digits from your authenticator app, or one of your recovery codes.',
          autocomplete: 'one-time-code',
          isFocused: true,
        },
        problem,
      ),
      renderButton('Go on'),
    ],
  });
  return renderPage({
    heading: 'Second step',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${form}<p class="after"><a href="/auth/sign-in">Sign in as somebody else</a></p>`,
  });
}
