import type { Request, RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { hasTwoFactor } from '../../directory/model/person.js';
import { describeScope } from '../../keys/model/scope.js';
import { listConsents, withdrawConsent } from '../../oauth/store/consents.js';
import type { PersonRequest } from '../../pages/api/page-request.js';
import { redirect, sendPage } from '../../pages/api/send-page.js';
import { personPage, submit } from '../../pages/api/serve-page.js';
import { formatSessionCookie } from '../../sessions/api/sessions.js';
import { describeDevice } from '../model/device.js';
import { changePassword } from './change-password.js';
import { type AccountNotice, type AccountView, renderAccount } from './render-account.js';
import { renderChangePassword } from './render-password.js';

const path = '/auth/account';

/** Redirects to the account, which confirms the action. */
export function backToAccount({ response }: PersonRequest, done: AccountNotice): void {
  redirect(response, `${path}?${new URLSearchParams({ done })}`);
}

async function createView(context: Context, { signedIn, csrfToken }: PersonRequest): Promise<AccountView> {
  const { person, access, session } = signedIn;
  const [sessions, consents] = await Promise.all([
    context.sessions.listOpen(person.id),
    listConsents(context, person.id),
  ]);
  return {
    csrfToken,
    person,
    workspaces: access.map(({ workspace, role }) => ({ id: workspace.id, name: workspace.name, role })),
    sessions: sessions.map(({ id, user_agent, address, last_used_at }) => {
      return {
        id,
        device: describeDevice(user_agent),
        address,
        lastUsedAt: last_used_at,
        isCurrent: id === session.id,
      };
    }),
    apps: consents.map(({ grant, app, workspace }) => ({
      grantId: grant.id,
      name: app.name,
      workspaceName: workspace.name,
      scopes: grant.scopes.map(describeScope),
      grantedAt: grant.created_at,
    })),
    hasTwoFactor: hasTwoFactor(person),
    recoveryCodesLeft: person.two_factor?.recovery_codes.length ?? 0,
  };
}

/** GET /auth/account */
export function showAccount(context: Context): RequestHandler {
  return personPage(context, async (page) => {
    const view = await createView(context, page);
    sendPage(page.response, renderAccount(view, page.query.get('done')));
  });
}

function readId({ params }: Request): string {
  return String(params['id']);
}

/** POST /auth/account/sessions/:id/end */
export function endSession(context: Context): RequestHandler {
  return personPage(context, async (page) => {
    await context.sessions.end(page.command, page.signedIn.person.id, readId(page.request));
    backToAccount(page, 'session_ended');
  });
}

/** POST /auth/account/sessions/end */
export function endOtherSessions(context: Context): RequestHandler {
  return personPage(context, async (page) => {
    const { person, session } = page.signedIn;
    await context.sessions.endOthers(page.command, person.id, session.id);
    backToAccount(page, 'sessions_ended');
  });
}

/** POST /auth/account/apps/:id/withdraw */
export function withdrawApp(context: Context): RequestHandler {
  return personPage(context, async (page) => {
    await withdrawConsent(context, page.command, readId(page.request));
    backToAccount(page, 'app_withdrawn');
  });
}

/** GET /auth/account/password */
export function showChangePassword(context: Context): RequestHandler {
  return personPage(context, ({ response, csrfToken, signedIn }) =>
    sendPage(response, renderChangePassword({ csrfToken, email: signedIn.person.email })),
  );
}

/** POST /auth/account/password */
export function submitChangePassword(context: Context): RequestHandler {
  return personPage(context, (page) => {
    const { response, csrfToken, signedIn, command, form, client } = page;
    return submit(page, {
      fields: ['current_password', 'new_password'],
      again: (problem) => renderChangePassword({ csrfToken, email: signedIn.person.email, problem }),
      run: async () => {
        const passwords = { current: form.get('current_password') ?? '', password: form.get('new_password') ?? '' };
        const renewed = await changePassword(context, command, signedIn, passwords, client);
        response.appendHeader('set-cookie', formatSessionCookie(context, renewed.token));
        backToAccount(page, 'password_changed');
      },
    });
  });
}
