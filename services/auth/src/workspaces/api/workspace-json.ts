import { type DeletionRequest, readPlace, readSettings, type Workspace } from '../../directory/model/workspace.js';

/** Renders the request to delete a workspace in the form of the contract. */
export function toDeletionRequestJson({ reason, person_id, person_name, requested_at, due_at }: DeletionRequest) {
  return { reason, requested_by: { id: person_id, name: person_name }, requested_at, due_at };
}

/** Roles that may see the request to delete the workspace. */
const informed: ReadonlySet<string | undefined> = new Set(['owner', 'admin']);

/** Renders the workspace in the form of the contract, for a person with that role. */
export function toWorkspaceJson(workspace: Workspace, role: string | undefined) {
  const { id, name, plan, currency, require_two_factor, deletion_request, created_at } = workspace;
  const deletion = deletion_request && informed.has(role) ? toDeletionRequestJson(deletion_request) : null;
  const place = readPlace(workspace);
  const settings = { require_two_factor, ...readSettings(workspace) };
  return { id, name, plan, currency, ...place, ...settings, deletion_request: deletion, created_at };
}
