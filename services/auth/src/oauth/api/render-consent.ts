import { flag, type Html, html } from '@plotline/kit/http/html';
import { renderButton, renderForm } from '../../pages/api/form.js';
import { renderPage } from '../../pages/api/layout.js';
import type { ConsentScope, ConsentView, ConsentWorkspace } from './consent-view.js';

function renderScopes(scopes: readonly ConsentScope[]): Html {
  return html`<ul class="scopes">${scopes.map(({ text }) => html`<li>${text}</li>`)}</ul>`;
}

function renderWorkspace({ id, name, role, withheld }: ConsentWorkspace, isChosen: boolean): Html {
  const note = html`<div class="withheld"><p>Your role there doesn't allow these, so the app won't get them:</p>${renderScopes(withheld)}</div>`;
  return html`<div class="choice">
<input type="radio" id="workspace-${id}" name="workspace_id" value="${id}" required${flag('checked', isChosen)}>
<label for="workspace-${id}"><strong>${name}</strong> <span class="role">your role: ${role}</span></label>
${withheld.length > 0 && note}
</div>
`;
}

/** Renders a note with the name of the workspace that registered the app. That workspace also chose the app's name. */
function renderRegistrar({ appName, registeredBy: { name, isOwn } }: ConsentView): Html {
  if (isOwn) return html`<p class="after">Your workspace <strong>${name}</strong> registered this app.</p>`;
  return html`<p class="notice">The workspace <strong>${name}</strong> registered this app. You don't work there, and Plotline hasn't checked it. Continue only if you know and trust <strong>${name}</strong>, whatever the app is called: ${appName}.</p>`;
}

/** Renders the page on which a person allows or denies an app access to a workspace. */
export function renderConsent(view: ConsentView): string {
  const { appName, returnsTo, person, scopes, workspaces, action, csrfToken } = view;
  const form = renderForm({
    action,
    csrfToken,
    content: [
      html`<fieldset><legend>In this workspace</legend>${workspaces.map((workspace, index) => renderWorkspace(workspace, index === 0))}</fieldset>`,
      html`<div class="buttons">${renderButton('Allow', { name: 'decision', value: 'allow' })}${renderButton('Cancel', { kind: 'quiet', name: 'decision', value: 'deny' })}</div>`,
    ],
  });
  return renderPage({
    heading: `Allow ${appName}?`,
    content: html`<p class="lead"><strong>${appName}</strong> wants to access Plotline on your behalf. It will be able to:</p>
${renderScopes(scopes)}
${renderRegistrar(view)}
${form}
<p class="after">Afterwards you return to <strong>${returnsTo}</strong>. You're signed in as ${person.name} (${person.email}). You can revoke this access in <a href="/auth/account">your account</a> at any time.</p>`,
  });
}
