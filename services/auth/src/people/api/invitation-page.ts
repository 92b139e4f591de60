import { Problem } from '@plotline/kit/core/errors';
import { html } from '@plotline/kit/http/html';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import {
  type FormView,
  renderButton,
  renderField,
  renderForm,
  renderProblem,
  renderUsername,
} from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { showLink, unlessInvalid } from '../../pages/api/link-page.js';
import { renderDeadLink } from '../../pages/api/message.js';
import { sendPage } from '../../pages/api/send-page.js';
import { submit, visitorPage } from '../../pages/api/serve-page.js';
import { passwordHint } from '../store/new-password.js';
import { acceptInvitation } from './accept-invitation.js';
import { type InvitationDetails, readInvitation } from './open-invitation.js';
import { enter } from './sign-in-page.js';

const gone = 410;

export interface InvitationView extends FormView, Omit<InvitationDetails, 'name'> {
  readonly token: string;
  /** Name of a new person, as invited or as entered. */
  readonly name?: string | undefined;
  /** Whether the form also asks for a two-factor code. */
  readonly needsCode?: boolean;
}

const code = {
  name: 'code',
  label: 'Code',
  hint: 'Six digits from your authenticator app, or one of your recovery codes.',
  autocomplete: 'one-time-code',
} as const;

export function renderInvitation(view: InvitationView): string {
  const { problem, csrfToken, token, workspaceName, email, invitee, needsCode } = view;
  const fields = {
    new_person: [
      { name: 'name', label: 'Your name', value: view.name, autocomplete: 'name' },
      { name: 'password', label: 'Password', type: 'password', hint: passwordHint, autocomplete: 'new-password' },
    ],
    known_person: [
      {
        name: 'password',
        label: 'Your password',
        type: 'password',
        hint: 'The password of your Plotline account',
        autocomplete: 'current-password',
      },
    ],
    signed_in: [],
  } as const;
  const form = renderForm({
    action: '/auth/invitation',
    csrfToken,
    hidden: { token },
    content: [
      invitee !== 'signed_in' && renderUsername(email),
      fields[invitee].map((field) => renderField(field, problem)),
      needsCode && renderField(code, problem),
      renderButton(`Join ${workspaceName}`),
    ],
  });
  return renderPage({
    heading: `Join ${workspaceName}`,
    hasProblem: Boolean(problem),
    content: html`${renderProblem(problem)}<p class="lead">You're invited to join <strong>${workspaceName}</strong> as <strong>${email}</strong>.</p>${form}`,
  });
}

/** GET /auth/invitation */
export function showInvitation(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const token = page.query.get('token') ?? '';
    return showLink(page, async () => {
      const details = await readInvitation(context, token, page.signedIn);
      return renderInvitation({ ...details, csrfToken: page.csrfToken, token });
    });
  });
}

/** Checks whether the invited account has a second factor and the code was missing or wrong. */
function isCodeRequired(error: unknown): boolean {
  return error instanceof Problem && (error.reason === 'two_factor_required' || error.reason === 'wrong_code');
}

/** POST /auth/invitation */
export function submitInvitation(context: Context): RequestHandler {
  return visitorPage(context, async (page) => {
    const { csrfToken, form, command, client, signedIn, response } = page;
    const read = (name: string) => form.get(name) ?? undefined;
    const acceptance = { token: form.get('token') ?? '', ...pick(read) };
    let needsCode = acceptance.code !== undefined;
    const details = await unlessInvalid(readInvitation(context, acceptance.token, signedIn));
    if (!details) return sendPage(response, renderDeadLink(), { status: gone });
    const view = { ...details, name: acceptance.name ?? details.name, csrfToken, token: acceptance.token };
    await submit(page, {
      fields: ['name', 'password', 'code'],
      again: (problem) => renderInvitation({ ...view, needsCode, problem }),
      run: async () => {
        try {
          await enter(context, page, await acceptInvitation(context, command, acceptance, client, signedIn), undefined);
        } catch (error) {
          needsCode ||= isCodeRequired(error);
          throw error;
        }
      },
    });
  });
}

function pick(read: (name: string) => string | undefined) {
  return { name: read('name'), password: read('password'), code: read('code') };
}
