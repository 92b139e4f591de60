import type { Client } from '../domain/client.js';
import type { Grant } from '../domain/grant.js';
import { describeScope } from '../domain/scope.js';
import type { Workspace } from '../domain/workspace.js';

/** What a person lets an app do in a workspace, as that person sees it. */
export function toConsentJson(grant: Grant, app: Client, workspace: Workspace) {
  const { id, scopes, created_at, expires_at } = grant;
  return {
    id,
    app: { id: app.id, name: app.name },
    workspace: { id: workspace.id, name: workspace.name },
    scopes: scopes.map((name) => ({ name, description: describeScope(name) })),
    created_at,
    expires_at,
  };
}
