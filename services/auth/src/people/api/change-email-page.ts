import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { renderMailSent } from '../../pages/api/message.js';
import { sendPage } from '../../pages/api/send-page.js';
import { personPage, submit } from '../../pages/api/serve-page.js';
import { requestEmailChange } from './change-email.js';
import { renderChangeEmail } from './render-change-email.js';

/** GET /auth/account/email */
export function showChangeEmail(context: Context): RequestHandler {
  return personPage(context, ({ response, csrfToken, signedIn }) =>
    sendPage(response, renderChangeEmail({ csrfToken, current: signedIn.person.email })),
  );
}

/** POST /auth/account/email. The email changes only when the link in the mail is redeemed. */
export function submitChangeEmail(context: Context): RequestHandler {
  return personPage(context, (page) => {
    const { response, csrfToken, form, command, client, signedIn } = page;
    const { person } = signedIn;
    const email = form.get('email') ?? '';
    return submit(page, {
      fields: ['email', 'password'],
      again: (problem) => renderChangeEmail({ csrfToken, current: person.email, email, problem }),
      run: async () => {
        await requestEmailChange(context, command, person, { email, password: form.get('password') ?? '' }, client);
        sendPage(response, renderMailSent(email));
      },
    });
  });
}
