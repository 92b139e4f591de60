import type { Person } from '../../directory/model/person.js';
import type { Workspace } from '../../directory/model/workspace.js';
import { describeScope } from '../../keys/model/scope.js';
import type { Client } from '../model/client.js';
import type { Grant, MergedGrants } from '../model/grant.js';

function describeScopes({ scopes }: Pick<Grant, 'scopes'>) {
  return scopes.map((name) => ({ name, description: describeScope(name) }));
}

/** Renders the access that a person gave an app, for this person. */
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

/** Renders the access that a person gave an app, for owners and admins of the workspace. */
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
