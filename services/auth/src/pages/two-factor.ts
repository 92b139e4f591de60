import { html, trustedMarkup } from '@plotline/kit/http/html';
import { encodeQR } from 'qr';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from './form.js';
import { renderPage } from './layout.js';

const required = html`<p class="notice">A workspace of yours asks its owners and admins for a second factor.</p>`;
const later = html`<p class="after"><a href="/auth/account">Not now</a></p>`;

export interface TwoFactorStartView extends FormView {
  /** Whether a workspace of this person asks for it. */
  readonly isRequired: boolean;
  readonly returnTo?: string | undefined;
}

export function renderTwoFactorStart({ problem, csrfToken, isRequired, returnTo }: TwoFactorStartView): string {
  const form = renderForm({
    action: '/auth/two-factor/start',
    csrfToken,
    hidden: { return_to: returnTo },
    content: renderButton('Begin'),
  });
  return renderPage({
    heading: 'Two-factor sign-in',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${isRequired && required}<p class="lead">Beside your password, a code from an app on your phone then signs you in. Have an authenticator app at hand.</p>${form}${later}`,
  });
}

export interface TwoFactorSetUpView extends FormView {
  /** Base32, as an authenticator app takes it. */
  readonly secret: string;
  /** `otpauth://totp/…` with the same secret. */
  readonly uri: string;
  readonly returnTo?: string | undefined;
}

/** The drawing of a QR code: paths of numbers, none of the text. */
function renderQrCode(text: string) {
  return trustedMarkup(encodeQR(text, 'svg', { border: 2 }));
}

export function renderTwoFactorSetUp(view: TwoFactorSetUpView): string {
  const { problem, csrfToken, secret, uri, returnTo } = view;
  const form = renderForm({
    action: '/auth/two-factor',
    csrfToken,
    hidden: { return_to: returnTo },
    content: [
      renderField(
        {
          name: 'code',
          label: 'Code from the app',
          hint: 'Six digits.',
          autocomplete: 'one-time-code',
          inputMode: 'numeric',
        },
        problem,
      ),
      renderButton('Turn on'),
    ],
  });
  const groups = secret.match(/.{1,4}/g) ?? [];
  return renderPage({
    heading: 'Two-factor sign-in',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}
<ol class="steps">
<li><p>Scan this code with an authenticator app.</p>
<div class="qr" role="img" aria-label="QR code of the secret that stands below">${renderQrCode(uri)}</div>
<p class="hint">Cannot scan? Enter this secret by hand:</p>
<p><code class="secret">${groups.join(' ')}</code></p></li>
<li><p>Enter the code that the app shows.</p>${form}</li>
</ol>
${later}`,
  });
}

export interface RecoveryCodesView {
  readonly codes: readonly string[];
  readonly returnTo?: string | undefined;
}

/** Shown once: only their hashes are stored. */
export function renderRecoveryCodes({ codes, returnTo }: RecoveryCodesView): string {
  return renderPage({
    heading: 'Keep your recovery codes',
    content: html`<p class="lead">Each of these signs you in once when your phone is not at hand. <strong>They are shown only now</strong>: print them, or keep them with your passwords.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="button primary" href="${returnTo ?? '/auth/account'}">I have kept them</a></p>`,
  });
}

export interface TwoFactorChangeView extends FormView {
  readonly change: 'turn_off' | 'new_recovery_codes';
}

/** Asks once more before the second factor changes. */
export function renderTwoFactorChange({ problem, csrfToken, change }: TwoFactorChangeView): string {
  const isOff = change === 'turn_off';
  const form = renderForm({
    action: isOff ? '/auth/account/two-factor/off' : '/auth/account/recovery-codes',
    csrfToken,
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
      isOff ? renderButton('Turn off', { kind: 'danger' }) : renderButton('Make new codes'),
    ],
  });
  return renderPage({
    heading: isOff ? 'Turn off two-factor sign-in' : 'New recovery codes',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}<p class="lead">${isOff ? 'Your password alone will then sign you in.' : 'The codes that you have now stop working.'}</p>${form}<p class="after"><a href="/auth/account">Leave it as it is</a></p>`,
  });
}
