import { html } from '@plotline/kit/http/html';
import { type FormView, renderButton, renderForm } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';

export interface SignOutView extends FormView {
  readonly email: string;
}

/** Asks for confirmation, so that a foreign link or image can't sign a person out. */
export function renderSignOut({ csrfToken, email }: SignOutView): string {
  const form = renderForm({ action: '/auth/sign-out', csrfToken, content: renderButton('Sign out') });
  return renderPage({
    heading: 'Sign out',
    content: html`<p class="lead">You're signed in as <strong>${email}</strong>.</p>
${form}
<p class="after"><a href="/auth/account">Stay signed in</a></p>`,
  });
}
