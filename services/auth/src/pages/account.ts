import { type Html, html } from '@plotline/kit/http/html';
import { type FormView, renderForm, renderProblem } from './form.js';
import { renderPage } from './layout.js';

export interface AccountSession {
  readonly id: string;
  /** Such as "Firefox on Linux". */
  readonly device: string;
  readonly address: string;
  readonly lastUsedAt: Date;
  /** The one that asks. */
  readonly isCurrent: boolean;
}

export interface AccountApp {
  /** Of the grant, which is withdrawn by it. */
  readonly grantId: string;
  readonly name: string;
  readonly workspaceName: string;
  /** What it may do, in plain words. */
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

/** What has just been done. */
const notices = {
  session_ended: 'The session has ended.',
  sessions_ended: 'All other sessions have ended.',
  app_withdrawn: 'The app has no access any more.',
  password_changed: 'Your new password is saved. All other sessions, and the access of all apps, have ended.',
  two_factor_off: 'Two-factor sign-in is off.',
} as const;

export type AccountNotice = keyof typeof notices;

function isNotice(text: string | null): text is AccountNotice {
  return text !== null && Object.hasOwn(notices, text);
}

/** "22 Nov 2026, 11:24 UTC": pages know no time zone of a reader. */
function renderTime(time: Date): Html {
  const day = time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const iso = time.toISOString();
  return html`<time datetime="${iso}">${day}, ${iso.slice(11, 16)} UTC</time>`;
}

/** A button that stands alone; its name tells a screen reader what it is about. */
function renderAction(action: string, csrfToken: string, label: string, about: string): Html {
  const content = html`<button class="quiet" type="submit">${label}<span class="hidden"> ${about}</span></button>`;
  return renderForm({ action, csrfToken, className: 'action', content });
}

function renderWorkspaces({ workspaces }: AccountView): Html {
  const rows = workspaces.map(
    ({ name, role }) => html`<li><div><strong>${name}</strong><p class="hint">${role}</p></div></li>`,
  );
  return html`<section aria-labelledby="workspaces"><h2 id="workspaces">Workspaces</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="hint">You belong to no workspace.</p>`}</section>
`;
}

function renderSignInMeans({ person, hasTwoFactor, recoveryCodesLeft }: AccountView): Html {
  const left = recoveryCodesLeft === 1 ? '1 recovery code is left' : `${recoveryCodesLeft} recovery codes are left`;
  const on = html`<div class="links"><a href="/auth/account/recovery-codes">New codes</a><a href="/auth/account/two-factor/off">Turn off</a></div>`;
  const off = html`<div class="links"><a href="/auth/two-factor">Set up<span class="hidden"> two-factor sign-in</span></a></div>`;
  return html`<section aria-labelledby="sign-in"><h2 id="sign-in">Signing in</h2>
<ul class="rows">
<li><div><strong>Email</strong><p class="hint">${person.email}</p></div><div class="links"><a href="/auth/account/email">Change<span class="hidden"> email</span></a></div></li>
<li><div><strong>Password</strong><p class="hint">A change ends your other sessions, and the access of all apps.</p></div><div class="links"><a href="/auth/account/password">Change<span class="hidden"> password</span></a></div></li>
<li><div><strong>Two-factor sign-in</strong><p class="hint">${hasTwoFactor ? `On. ${left}.` : 'Off. A code from your phone beside the password.'}</p></div>${hasTwoFactor ? on : off}</li>
</ul></section>
`;
}

function renderSessions({ csrfToken, sessions }: AccountView): Html {
  const rows = sessions.map(({ id, device, address, lastUsedAt, isCurrent }) => {
    const end = renderAction(`/auth/account/sessions/${id}/end`, csrfToken, 'End', `the session of ${device}`);
    return html`<li><div><strong>${device}</strong>${isCurrent && html` <span class="badge">this one</span>`}<p class="hint">${address}, last used ${renderTime(lastUsedAt)}</p></div>${!isCurrent && end}</li>`;
  });
  const others = sessions.some(({ isCurrent }) => !isCurrent);
  return html`<section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
<ul class="rows">${rows}</ul>
${others && renderAction('/auth/account/sessions/end', csrfToken, 'End all others', 'sessions')}</section>
`;
}

function renderApps({ csrfToken, apps }: AccountView): Html {
  const rows = apps.map(({ grantId, name, workspaceName, scopes, grantedAt }) => {
    const withdraw = renderAction(
      `/auth/account/apps/${grantId}/withdraw`,
      csrfToken,
      'Withdraw',
      `the access of ${name}`,
    );
    return html`<li><div><strong>${name}</strong> in ${workspaceName}<p class="hint">${scopes.join('; ')}. Since ${renderTime(grantedAt)}.</p></div>${withdraw}</li>`;
  });
  return html`<section aria-labelledby="apps"><h2 id="apps">Connected apps</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="hint">No app has access in your name.</p>`}</section>
`;
}

/** `done` is from outside: anything but the name of a notice says nothing. */
export function renderAccount(view: AccountView, done: string | null = null): string {
  const { person, problem } = view;
  const notice = isNotice(done) && notices[done];
  return renderPage({
    heading: person.name,
    isWide: true,
    hasProblem: Boolean(problem),
    content: html`<p class="lead who"><span>${person.email}</span> <a href="/auth/sign-out">Sign out</a></p>
${notice && html`<p class="notice" role="status">${notice}</p>`}${renderProblem(problem)}
<div class="sections">${renderWorkspaces(view)}${renderSignInMeans(view)}${renderSessions(view)}${renderApps(view)}</div>`,
  });
}
