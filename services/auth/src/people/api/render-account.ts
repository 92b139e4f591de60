import { type Html, html } from '@plotline/kit/http/html';
import { findNotice } from '../../pages/api/account-notice.js';
import { type FormView, renderForm, renderProblem } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';

export interface AccountSession {
  readonly id: string;
  /** Description such as "Firefox on Linux". */
  readonly device: string;
  readonly address: string;
  readonly lastUsedAt: Date;
  /** Whether this is the session of the request. */
  readonly isCurrent: boolean;
}

export interface AccountApp {
  /** Id of the grant to revoke. */
  readonly grantId: string;
  readonly name: string;
  readonly workspaceName: string;
  /** Descriptions of the scopes. */
  readonly scopes: readonly string[];
  readonly grantedAt: Date;
}

export interface AccountView extends FormView {
  readonly person: { readonly name: string; readonly email: string };
  readonly workspaces: readonly { readonly id: string; readonly name: string; readonly role: string }[];
  readonly sessions: readonly AccountSession[];
  readonly apps: readonly AccountApp[];
  readonly hasTwoFactor: boolean;
  readonly recoveryCodesLeft: number;
}

/** Formats a time as "22 Nov 2026, 11:24 UTC". The server doesn't know the reader's time zone. */
function renderTime(time: Date): Html {
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const iso = time.toISOString();
  return html`<time datetime="${iso}">${day}, ${iso.slice(11, 16)} UTC</time>`;
}

/** Renders a form with a single button. `about` completes the button's label for screen readers. */
function renderAction(action: string, csrfToken: string, label: string, about: string): Html {
  const content = html`<button class="quiet" type="submit">${label}<span class="hidden"> ${about}</span></button>`;
  return renderForm({ action, csrfToken, className: 'action', content });
}

function renderWorkspaces({ workspaces }: AccountView): Html {
  const rows = workspaces.map(
    ({ name, role }) => html`<li><div><strong>${name}</strong><p class="hint">${role}</p></div></li>`,
  );
  return html`<section aria-labelledby="workspaces"><h2 id="workspaces">Workspaces</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="hint">You aren't in a workspace.</p>`}</section>
`;
}

function renderSignInMethods({ person, hasTwoFactor, recoveryCodesLeft }: AccountView): Html {
  const left = recoveryCodesLeft === 1 ? '1 recovery code left' : `${recoveryCodesLeft} recovery codes left`;
  const on = html`<div class="links"><a href="/auth/account/recovery-codes">New codes</a><a href="/auth/account/two-factor/off">Turn off</a></div>`;
  const off = html`<div class="links"><a href="/auth/two-factor">Set up<span class="hidden"> two-factor authentication</span></a></div>`;
  return html`<section aria-labelledby="sign-in"><h2 id="sign-in">Sign-in</h2>
<ul class="rows">
<li><div><strong>Email</strong><p class="hint">${person.email}</p></div><div class="links"><a href="/auth/account/email">Change<span class="hidden"> email</span></a></div></li>
<li><div><strong>Password</strong><p class="hint">Changing it ends your other sessions and the access of all apps.</p></div><div class="links"><a href="/auth/account/password">Change<span class="hidden"> password</span></a></div></li>
<li><div><strong>Two-factor authentication</strong><p class="hint">${hasTwoFactor ? `On. ${left}.` : 'Off. Turn it on to sign in with your password and a code from your phone.'}</p></div>${hasTwoFactor ? on : off}</li>
</ul></section>
`;
}

function renderSessions({ csrfToken, sessions }: AccountView): Html {
  const rows = sessions.map(({ id, device, address, lastUsedAt, isCurrent }) => {
    const end = renderAction(`/auth/account/sessions/${id}/end`, csrfToken, 'End', `the session on ${device}`);
    return html`<li><div><strong>${device}</strong>${isCurrent && html` <span class="badge">This session</span>`}<p class="hint">${address}, last used ${renderTime(lastUsedAt)}</p></div>${!isCurrent && end}</li>`;
  });
  const others = sessions.some(({ isCurrent }) => !isCurrent);
  return html`<section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
<ul class="rows">${rows}</ul>
${others && renderAction('/auth/account/sessions/end', csrfToken, 'End other sessions', 'on all devices')}</section>
`;
}

function renderApps({ csrfToken, apps }: AccountView): Html {
  const rows = apps.map(({ grantId, name, workspaceName, scopes, grantedAt }) => {
    const revoke = renderAction(`/auth/account/apps/${grantId}/withdraw`, csrfToken, 'Revoke', `the access of ${name}`);
    return html`<li><div><strong>${name}</strong> in ${workspaceName}<p class="hint">${scopes.join('; ')}. Since ${renderTime(grantedAt)}.</p></div>${revoke}</li>`;
  });
  return html`<section aria-labelledby="apps"><h2 id="apps">Connected apps</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="hint">No connected apps.</p>`}</section>
`;
}

/** Renders the account page. `done` comes from the URL. Unknown values are ignored. */
export function renderAccount(view: AccountView, done: string | null = null): string {
  const { person, problem } = view;
  const notice = findNotice(done);
  return renderPage({
    heading: person.name,
    isWide: true,
    hasProblem: Boolean(problem),
    content: html`<p class="lead who"><span>${person.email}</span> <a href="/auth/sign-out">Sign out</a></p>
${notice && html`<p class="notice" role="status">${notice}</p>`}${renderProblem(problem)}
<div class="sections">${renderWorkspaces(view)}${renderSignInMethods(view)}${renderSessions(view)}${renderApps(view)}</div>`,
  });
}
