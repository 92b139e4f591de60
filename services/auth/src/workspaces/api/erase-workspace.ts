import { removeMatches } from '@plotline/kit/ops/sandbox/remove-records';
import { eraseRecords } from '@plotline/kit/ops/workspace-data/erase-workspace';
import type { Context } from '../../context.js';
import type { Workspace } from '../../directory/model/workspace.js';
import { directory } from '../../directory/store/tenants.js';

/** Why a workspace must not be erased; null when it may be. */
export function findObjection(
  { deletion_request, name }: Pick<Workspace, 'deletion_request' | 'name'>,
  confirmedName: string | undefined,
  now: Date,
): string | null {
  if (confirmedName !== undefined) {
    return confirmedName === name ? null : `The workspace is not called ${confirmedName}, but ${name}.`;
  }
  if (!deletion_request) return 'No owner has asked for the deletion: --confirm <its name> erases it all the same.';
  if (deletion_request.due_at <= now) return null;
  return `The owners may withdraw their request until ${deletion_request.due_at.toISOString()}.`;
}

type EraseContext = Pick<Context, 'runtime' | 'memberships'>;

/** The people who are in this workspace and in no other. */
async function findOwnPeople({ memberships }: EraseContext, workspaceId: string): Promise<readonly string[]> {
  const own: string[] = [];
  for (const { person_id } of await memberships.listByWorkspace({ workspaceId })) {
    const all = await memberships.listByPerson(person_id);
    if (all.every(({ workspace_id }) => workspace_id === workspaceId)) own.push(person_id);
  }
  return own;
}

/**
 * Removes a workspace from this service: its credentials, apps and members, the accounts of people who are in no other workspace, and
 * the workspace itself. Resolves to the number of records. Interrupted or repeated, it removes what is left. Within a second
 * gateways refuse its credentials.
 */
export async function eraseWorkspace(context: EraseContext, workspaceId: string): Promise<number> {
  const { databases } = context.runtime;
  let removed = 0;
  const remove = (collection: string, filter: Readonly<Record<string, unknown>>) =>
    removeMatches(databases.live, collection, filter, (count) => {
      removed += count;
    });
  // People before their memberships, by which they are found.
  for (const person_id of await findOwnPeople(context, workspaceId)) {
    for (const collection of ['sessions', 'links', 'grants', 'saved_views']) await remove(collection, { person_id });
    await remove('journal', { workspace_id: directory.workspaceId, subject: person_id });
    await remove('people', { _id: person_id });
  }
  await remove('links', { 'invitation.workspace_id': workspaceId });
  const clients = databases.live.collection('clients').find({ workspace_id: workspaceId });
  // Of the apps of the workspace, also what other workspaces have granted.
  for await (const { _id: client_id } of clients) await remove('grants', { client_id });
  return removed + (await eraseRecords(context.runtime, workspaceId));
}
