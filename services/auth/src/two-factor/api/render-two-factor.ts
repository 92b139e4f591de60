import { html, trustedMarkup } from '@plotline/kit/http/html';
import { encodeQR } from 'qr';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';

const required = html`<p class="notice">One of your workspaces requires two-factor authentication for owners and admins.</p>`;
const later = html`<p class="after"><a href="/auth/account">Not now</a></p>`;

export interface TwoFactorStartView extends FormView {
  /** Whether one of the person's workspaces requires a second factor. */
  readonly isRequired: boolean;
  readonly returnTo?: string | undefined;
}

export function renderTwoFactorStart({ problem, csrfToken, isRequired, returnTo }: TwoFactorStartView): string {
  const form = renderForm({
    action: '/auth/two-factor/start',
    csrfToken,
    hidden: { return_to: returnTo },
    content: renderButton('Start'),
  });
  return renderPage({
    heading: 'Two-factor authentication',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${isRequired && required}<p class="lead">Sign in with your password and a code from an app on your phone. Have your authenticator app ready.</p>${form}${later}`,
  });
}

export interface TwoFactorSetUpView extends FormView {
  /** Base32, the format of authenticator apps. */
  readonly secret: string;
  /** `otpauth://totp/…` with the same secret. */
  readonly uri: string;
  readonly returnTo?: string | undefined;
}

/** Renders a QR code as SVG. The markup is safe, because it contains only numbers and not the text itself. */
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
          hint: 'Six digits',
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
    heading: 'Two-factor authentication',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}
<ol class="steps">
<li><p>Scan this code with an authenticator app.</p>
<div class="qr" role="img" aria-label="QR code of the secret below">${renderQrCode(uri)}</div>
<p class="hint">Can't scan it? Enter this secret by hand:</p>
<p><code class="secret">${groups.join(' ')}</code></p></li>
<li><p>Enter the code from the app.</p>${form}</li>
</ol>
${later}`,
  });
}

export interface RecoveryCodesView {
  readonly codes: readonly string[];
  readonly returnTo?: string | undefined;
}

/** Renders recovery codes. They can be shown only once, because only their hashes are stored. */
export function renderRecoveryCodes({ codes, returnTo }: RecoveryCodesView): string {
  return renderPage({
    heading: 'Save your recovery codes',
    content: html`<p class="lead">Each code signs you in once when you don't have your phone. <strong>We won't show them again.</strong> Print them, or store them with your passwords.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="button primary" href="${returnTo ?? '/auth/account'}">I've saved them</a></p>`,
  });
}

export interface TwoFactorChangeView extends FormView {
  readonly change: 'turn_off' | 'new_recovery_codes';
}

/** Renders the page that asks for a code before a change to two-factor authentication. */
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
      isOff ? renderButton('Turn off', { kind: 'danger' }) : renderButton('Create new codes'),
    ],
  });
  return renderPage({
    heading: isOff ? 'Turn off two-factor authentication' : 'New recovery codes',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}<p class="lead">${isOff ? 'You will sign in with your password alone.' : 'Your current codes will stop working.'}</p>${form}<p class="after"><a href="/auth/account">Cancel</a></p>`,
  });
}
