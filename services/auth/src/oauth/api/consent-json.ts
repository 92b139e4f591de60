import type { Person } from '../../directory/model/person.js';
import type { Workspace } from '../../directory/model/workspace.js';
import { describeScope } from '../../keys/model/scope.js';
import type { Client } from '../model/client.js';
import type { Grant, MergedGrants } from '../model/grant.js';

function describeScopes({ scopes }: Pick<Grant, 'scopes'>) {
  return scopes.map((name) => ({ name, description: describeScope(name) }));
}

/** What a person lets an app do in a workspace, as that person sees it. */
export function toConsentJson(grant: Grant, app: Client, workspace: Workspace) {
  const { id, created_at, expires_at } = grant;
  return {
    id,
    app: { id: app.id, name: app.name },
    workspace: { id: workspace.id, name: workspace.name },
    scopes: describeScopes(grant),
    created_at,
    expires_at,
  };
}

/** The same, as owners and admins of the workspace see it. */
export function toWorkspaceConsentJson(grant: MergedGrants, app: Client, person: Person) {
  const { id, created_at, expires_at } = grant;
  return {
    id,
    app: { id: app.id, name: app.name },
    person: { id: person.id, name: person.name, email: person.email },
    scopes: describeScopes(grant),
    created_at,
    expires_at,
  };
}
