import { notFound } from '@plotline/kit/core/errors';
import { html } from '@plotline/kit/http/html';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { renderMailSent } from '../../pages/api/message.js';
import { sendPage } from '../../pages/api/send-page.js';
import { submit, visitorPage } from '../../pages/api/serve-page.js';
import { passwordHint } from '../store/new-password.js';
import { signUp } from './sign-up.js';

export interface SignUpView extends FormView {
  readonly name?: string | undefined;
  readonly workspaceName?: string | undefined;
  readonly email?: string | undefined;
}

export function renderSignUp(view: SignUpView): string {
  const { problem, csrfToken, name, workspaceName, email } = view;
  const form = renderForm({
    action: '/auth/sign-up',
    csrfToken,
    content: [
      renderField({ name: 'name', label: 'Your name', value: name, autocomplete: 'name', isFocused: true }, problem),
      renderField(
        {
          name: 'workspace_name',
          label: 'Workspace',
          value: workspaceName,
          hint: 'The name of your company or team',
          autocomplete: 'organization',
        },
        problem,
      ),
      renderField(
        { name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username', inputMode: 'email' },
        problem,
      ),
      renderField(
        { name: 'password', label: 'Password', type: 'password', hint: passwordHint, autocomplete: 'new-password' },
        problem,
      ),
      renderButton('Create workspace'),
    ],
  });
  return renderPage({
    heading: 'Create a workspace',
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}${form}<p class="after">Already have an account? <a href="/auth/sign-in">Sign in</a></p>`,
  });
}

/** GET /auth/sign-up */
export function showSignUp(context: Context): RequestHandler {
  return visitorPage(context, ({ response, csrfToken }) => {
    if (!context.isSignUpOpen) throw notFound();
    sendPage(response, renderSignUp({ csrfToken }));
  });
}

/**
 * POST /auth/sign-up. The response is the same if the address has an account. The owner of that account gets an email
 * about the attempt.
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
