import type { DeletionRequest, Workspace } from '../domain/workspace.js';

/** The request to delete the workspace as the contract has it. */
export function toDeletionRequestJson({ reason, person_id, person_name, requested_at, due_at }: DeletionRequest) {
  return { reason, requested_by: { id: person_id, name: person_name }, requested_at, due_at };
}

/** The workspace as the contract has it. */
export function toWorkspaceJson(workspace: Workspace) {
  const { id, name, plan, currency, require_two_factor, deletion_request, created_at } = workspace;
  const deletion = deletion_request && toDeletionRequestJson(deletion_request);
  return { id, name, plan, currency, require_two_factor, deletion_request: deletion, created_at };
}
