import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { redirect, sendPage } from '../../pages/api/send-page.js';
import { personPage } from '../../pages/api/serve-page.js';
import { formatSessionCookie } from '../../sessions/api/sessions.js';
import { renderSignOut } from './render-sign-out.js';

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
