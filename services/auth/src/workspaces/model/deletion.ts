import { conflict, notFound } from '@plotline/kit/core/errors';
import type { DeletionRequest, Workspace } from '../../directory/model/workspace.js';

const deletionDelayMs = 30 * 86_400_000;

/** Returns the workspace with a request to delete it. Throws CONFLICT if it already has one. */
export function requestDeletion(
  workspace: Workspace,
  {
    person,
    reason,
  }: { readonly person: { readonly id: string; readonly name: string }; readonly reason: string | null },
  now: Date,
): Workspace & { readonly deletion_request: DeletionRequest } {
  if (workspace.deletion_request) {
    throw conflict('The deletion of the workspace is already requested.', 'deletion_requested');
  }
  const due_at = new Date(now.getTime() + deletionDelayMs);
  const deletion_request = { reason, person_id: person.id, person_name: person.name, requested_at: now, due_at };
  return { ...workspace, deletion_request };
}

/** Returns the workspace without the request to delete it. Throws NOT_FOUND if it has none. */
export function withdrawDeletion(workspace: Workspace): Workspace {
  if (!workspace.deletion_request) throw notFound();
  return { ...workspace, deletion_request: null };
}

/** Returns the reason why a workspace must not be erased, or null if it may be erased. */
export function findObjection(
  { deletion_request, name }: Pick<Workspace, 'deletion_request' | 'name'>,
  confirmedName: string | undefined,
  now: Date,
): string | null {
  if (confirmedName !== undefined) {
    return confirmedName === name ? null : `The workspace is called ${name}, not ${confirmedName}.`;
  }
  if (!deletion_request)
    return 'No owner has requested the deletion. To erase the workspace anyway, use --confirm <its name>.';
  if (deletion_request.due_at <= now) return null;
  return `The owners may withdraw their request until ${deletion_request.due_at.toISOString()}.`;
}
