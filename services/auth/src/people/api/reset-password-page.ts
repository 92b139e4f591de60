import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { renderMailSent } from '../../pages/api/message.js';
import type { PageRequest } from '../../pages/api/page-request.js';
import { sendPage } from '../../pages/api/send-page.js';
import { submit, visitorPage } from '../../pages/api/serve-page.js';
import { showLink } from './link-page.js';
import { renderNewPassword, renderResetRequest } from './render-password.js';
import { requestPasswordReset, resetPassword } from './reset-password.js';
import { redirectToSignIn } from './sign-in-page.js';

/** GET /auth/reset. Asks for the address or, with the token of a link in a mail, for the new password. */
export function showReset(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const { response, csrfToken, query } = page;
    const token = query.get('token');
    if (token === null) return sendPage(response, renderResetRequest({ csrfToken }));
    return showLink(page, async () => {
      await context.links.find(token);
      return renderNewPassword({ csrfToken, token });
    });
  });
}

function requestReset(context: Context, page: PageRequest): Promise<void> {
  const { response, csrfToken, form, command } = page;
  const email = form.get('email') ?? '';
  return submit(page, {
    fields: ['email'],
    again: (problem) => renderResetRequest({ csrfToken, email, problem }),
    run: async () => {
      await requestPasswordReset(context, command, email);
      sendPage(response, renderMailSent(email));
    },
  });
}

function savePassword(context: Context, page: PageRequest, token: string): Promise<void> {
  const { csrfToken, form, command } = page;
  return submit(page, {
    fields: ['password'],
    again: (problem) => renderNewPassword({ csrfToken, token, problem }),
    run: async () => {
      await resetPassword(context, command, { token, password: form.get('password') ?? '' });
      redirectToSignIn(page, 'password_saved');
    },
  });
}

/** POST /auth/reset */
export function submitReset(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const token = page.form.get('token');
    return token === null ? requestReset(context, page) : savePassword(context, page, token);
  });
}
