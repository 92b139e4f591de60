import { notFound } from '@plotline/kit/core/errors';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { renderMailSent } from '../../pages/api/message.js';
import { sendPage } from '../../pages/api/send-page.js';
import { submit, visitorPage } from '../../pages/api/serve-page.js';
import { renderSignUp } from './render-sign-up.js';
import { signUp } from './sign-up.js';

/** GET /auth/sign-up */
export function showSignUp(context: Context): RequestHandler {
  return visitorPage(context, ({ response, csrfToken }) => {
    if (!context.isSignUpOpen) throw notFound();
    sendPage(response, renderSignUp({ csrfToken }));
  });
}

/**
 * POST /auth/sign-up. The response is the same for an address with an account. Its owner gets a mail about the attempt.
 */
export function submitSignUp(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const { response, csrfToken, form, command, client } = page;
    const read = (name: string) => form.get(name) ?? '';
    const request = {
      name: read('name'),
      workspace_name: read('workspace_name'),
      email: read('email'),
      password: read('password'),
    };
    const { name, email, workspace_name: workspaceName } = request;
    return submit(page, {
      fields: ['name', 'workspace_name', 'email', 'password'],
      again: (problem) => renderSignUp({ csrfToken, name, workspaceName, email, problem }),
      run: async () => {
        await signUp(context, command, request, client);
        sendPage(response, renderMailSent(email));
      },
    });
  });
}
