import { html } from '@plotline/kit/http/html';
import { type FormView, renderButton, renderField, renderForm, renderProblem } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { passwordHint } from './render-password.js';

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
