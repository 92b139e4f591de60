import { html } from '@plotline/kit/http/html';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { inDirectory } from '../../directory/store/tenants.js';
import { readUnsubscription, toUnsubscribePath, type Unsubscription } from '../../mail/model/unsubscription.js';
import { type FormView, renderButton, renderForm } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import { renderMessage } from '../../pages/api/message.js';
import { sendPage } from '../../pages/api/send-page.js';
import { sendErrorPage, visitorPage } from '../../pages/api/serve-page.js';
import { createVisitorCommand, readOrigin } from '../../sessions/api/origin.js';

const notFoundStatus = 404;

export interface UnsubscribeView extends FormView {
  readonly workspaceName: string;
  /** Path and query to which the form posts. */
  readonly action: string;
}

/** Asks for confirmation, because mail scanners open links. */
export function renderUnsubscribe({ workspaceName, action, csrfToken }: UnsubscribeView): string {
  return renderPage({
    heading: 'Turn notification emails off',
    content: html`<p class="lead">You won't get notification emails from <strong>${workspaceName}</strong> any more. The notifications still appear in Plotline.</p>
${renderForm({ action, csrfToken, content: renderButton('Turn off') })}`,
  });
}

export function renderUnsubscribed(workspaceName: string, settingsPath: string): string {
  return renderMessage({
    heading: 'Notification emails are off',
    paragraphs: [
      `You won't get notification emails from ${workspaceName} any more. You can turn them on in your profile.`,
    ],
    next: { href: settingsPath, label: 'Open my profile' },
  });
}

export function renderWrongUnsubscribeLink(): string {
  return renderMessage({
    heading: "This link isn't complete",
    paragraphs: ['Open the link in the email again, or change your notifications in your profile.'],
    next: { href: '/auth/sign-in', label: 'Go to sign in' },
  });
}

/** Finds the link's workspace. Null if the link is invalid or the workspace no longer exists. */
async function openLink({ hashKeys, workspaces }: Context, token: string) {
  const link = readUnsubscription(token, hashKeys);
  const workspace = link && (await workspaces.get(link.workspaceId));
  return link && workspace ? { link, workspace } : null;
}

/** GET /auth/unsubscribe */
export function showUnsubscribe(context: Context): RequestHandler {
  return visitorPage(context, async ({ response, query, csrfToken }) => {
    const opened = await openLink(context, query.get('token') ?? '');
    if (!opened) return sendPage(response, renderWrongUnsubscribeLink(), { status: notFoundStatus });
    const { link, workspace } = opened;
    const action = toUnsubscribePath(link, context.hashKeys);
    sendPage(response, renderUnsubscribe({ workspaceName: workspace.name, action, csrfToken }));
  });
}

/**
 * Notifies the webhook service, which stores the person's preferences. Does nothing for somebody who has left the
 * workspace, because they get no emails anyway.
 */
async function unsubscribe(
  { runtime, memberships }: Context,
  { workspaceId, personId }: Unsubscription,
  command: ReturnType<typeof createVisitorCommand>,
): Promise<void> {
  const agentId = await memberships.findAgent(workspaceId, personId);
  if (agentId === null) return;
  const data = { workspace_id: workspaceId, person_id: personId, agent_id: agentId };
  await runtime.journal.commit(inDirectory(command), async () => ({
    entries: [
      {
        subject: personId,
        type: 'unsubscribed',
        description: 'Notification emails were turned off by the link in one of them.',
        events: [{ name: 'notification.unsubscribed', data }],
      },
    ],
  }));
}

/**
 * POST /auth/unsubscribe, from the page and from email apps (RFC 8058). Email apps send no cookie and no CSRF token.
 * The link's own token is sufficient, because it can only turn emails off.
 */
export function submitUnsubscribe(context: Context): RequestHandler {
  return async (request, response) => {
    try {
      // The body is ignored, because the URL contains all that is needed.
      request.resume();
      const token: unknown = request.query['token'];
      const opened = await openLink(context, typeof token === 'string' ? token : '');
      if (!opened) return sendPage(response, renderWrongUnsubscribeLink(), { status: notFoundStatus });
      const { link, workspace } = opened;
      await unsubscribe(context, link, createVisitorCommand(readOrigin(request)));
      sendPage(response, renderUnsubscribed(workspace.name, `/dashboard/${workspace.id}/live/profile`));
    } catch (error) {
      sendErrorPage(context, request, response, error);
    }
  };
}
