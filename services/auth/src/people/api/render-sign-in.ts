import { html } from '@plotline/kit/http/html';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';

export interface SignInView extends FormView {
  /** Entered email address, or the address in the link. */
  readonly email?: string | undefined;
  /** Path on this host to continue to. Already validated. */
  readonly returnTo?: string | undefined;
  /** Whether the page links to the sign-up page. */
  readonly canSignUp: boolean;
}

/** Reasons why the person is on this page. */
const notices = {
  again: 'Sign in again to continue. This change needs a sign-in within the last 15 minutes.',
  step_over: 'You took too long to enter the code. Sign in again.',
  confirmed: 'Your email address is confirmed. You can sign in now.',
  password_saved: 'Your password was changed. Sign in with the new one.',
} as const;

export type SignInNotice = keyof typeof notices;

function isNotice(text: string | null): text is SignInNotice {
  return text !== null && Object.hasOwn(notices, text);
}

/** Renders the sign-in page. `reason` comes from the URL. Unknown values are ignored. */
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
      html`<p class="aside"><a href="/auth/reset">Forgot your password?</a></p>`,
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
  /** Encrypted proof that the right password was entered, valid for minutes. */
  readonly step: string;
  readonly returnTo?: string | undefined;
}

/** Renders the second step of a sign-in, which asks for a two-factor code or a recovery code. */
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
      renderButton('Continue'),
    ],
  });
  return renderPage({
    heading: 'Enter your code',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${form}<p class="after"><a href="/auth/sign-in">Sign in as someone else</a></p>`,
  });
}

/**
 * Renders a page that forwards to a path on this host, which may redirect to an app. After a form, browsers would check
 * the redirect against `form-action`, which doesn't allow the app's address (see `send-page`). A new page has no such
 * limit.
 */
export function renderContinue(to: string): string {
  return renderPage({
    heading: "You're signed in",
    refreshTo: to,
    content: html`<p class="lead">You'll be redirected in a moment.</p><p><a class="button primary" href="${to}">Continue</a></p>`,
  });
}
