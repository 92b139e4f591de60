import type { Request, RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { hasTwoFactor } from '../../directory/model/person.js';
import { describeScope } from '../../keys/model/scope.js';
import { listConsents, withdrawConsent } from '../../oauth/store/consents.js';
import { backToAccount } from '../../pages/api/account-notice.js';
import type { PersonRequest } from '../../pages/api/page-request.js';
import { sendPage } from '../../pages/api/send-page.js';
import { personPage } from '../../pages/api/serve-page.js';
import { describeDevice } from '../model/device.js';
import { type AccountView, renderAccount } from './render-account.js';

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
