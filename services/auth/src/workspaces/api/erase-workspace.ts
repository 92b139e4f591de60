import { removeMatches } from '@plotline/kit/ops/sandbox/sandbox-resets';
import { eraseRecords } from '@plotline/kit/ops/workspace-data/workspace-data';
import type { Context } from '../../context.js';
import { directory } from '../../directory/store/tenants.js';

type EraseContext = Pick<Context, 'runtime' | 'memberships'>;

/** Finds the people who belong to this workspace and to no other. */
async function findOwnPeople({ memberships }: EraseContext, workspaceId: string): Promise<readonly string[]> {
  const own: string[] = [];
  for (const { person_id } of await memberships.listByWorkspace({ workspaceId })) {
    const all = await memberships.listByPerson(person_id);
    if (all.every(({ workspace_id }) => workspace_id === workspaceId)) own.push(person_id);
  }
  return own;
}

/**
 * Removes a workspace from this service: its credentials, apps and members, the accounts of people who belong to no
 * other workspace, and the workspace itself. Resolves to the number of removed records. May be repeated after an
 * interruption. Gateways refuse the credentials within a second.
 */
export async function eraseWorkspace(context: EraseContext, workspaceId: string): Promise<number> {
  const { databases } = context.runtime;
  let removed = 0;
  const remove = (collection: string, filter: Readonly<Record<string, unknown>>) =>
    removeMatches(databases.live, collection, filter, (count) => {
      removed += count;
    });
  // People are removed before their memberships, because the memberships are needed to find them.
  for (const person_id of await findOwnPeople(context, workspaceId)) {
    for (const collection of ['sessions', 'links', 'grants', 'saved_views']) await remove(collection, { person_id });
    await remove('journal', { workspace_id: directory.workspaceId, subject: person_id });
    await remove('people', { _id: person_id });
  }
  await remove('links', { 'invitation.workspace_id': workspaceId });
  const clients = databases.live.collection('clients').find({ workspace_id: workspaceId });
  // The workspace's apps may also have grants in other workspaces.
  for await (const { _id: client_id } of clients) await remove('grants', { client_id });
  return removed + (await eraseRecords(context.runtime, workspaceId));
}
