import { html } from '@plotline/kit/http/html';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { type FormView, renderButton, renderForm } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { redirect, sendPage } from '../../pages/api/send-page.js';
import { personPage } from '../../pages/api/serve-page.js';
import { formatSessionCookie } from '../../sessions/api/session-cookie.js';

export interface SignOutView extends FormView {
  readonly email: string;
}

/** Asks for confirmation, so that a link or image on another site can't sign a person out. */
export function renderSignOut({ csrfToken, email }: SignOutView): string {
  const form = renderForm({ action: '/auth/sign-out', csrfToken, content: renderButton('Sign out') });
  return renderPage({
    heading: 'Sign out',
    content: html`<p class="lead">You're signed in as <strong>${email}</strong>.</p>
${form}
<p class="after"><a href="/auth/account">Stay signed in</a></p>`,
  });
}

/** GET /auth/sign-out */
export function showSignOut(context: Context): RequestHandler {
  return personPage(context, ({ response, csrfToken, signedIn }) =>
    sendPage(response, renderSignOut({ csrfToken, email: signedIn.person.email })),
  );
}

/** POST /auth/sign-out */
export function submitSignOut(context: Context): RequestHandler {
  return personPage(context, async ({ response, command, signedIn }) => {
    await context.sessions.end(command, signedIn.person.id, signedIn.session.id);
    response.appendHeader('set-cookie', formatSessionCookie(context));
    redirect(response, '/auth/sign-in');
  });
}
