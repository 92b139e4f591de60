import type { Check } from '@plotline/kit/ops/doctor/check';
import { createReferenceCheck, type FindExisting, findIn } from '@plotline/kit/ops/doctor/reference-check';
import type { Context } from './context.js';
import { directory } from './directory/store/tenants.js';

/** The tenant of people and sessions, which belong to no workspace. */
const except = directory.workspaceId;

const eraseRest =
  'run erase-workspace.js for the workspace: nothing of it is in use (deploy/runbooks/workspace-data.md)';
const inviteAgain = 'invite the person again in the dashboard, under Team';

/** Creates all checks of this service. */
export function createChecks({ runtime, agents }: Pick<Context, 'runtime' | 'agents'>): Check[] {
  const check = (name: string, collection: string, field: string, findExisting: FindExisting, nextStep: string) =>
    createReferenceCheck(runtime, { name, collection, field, except, findExisting, nextStep });
  const findWorkspaces = findIn(runtime, 'workspaces', { mode: 'live' });
  const findPeople = findIn(runtime, 'people', directory);
  return [
    ...['keys', 'memberships', 'clients', 'grants'].map((collection) =>
      check(`${collection}_workspace`, collection, 'workspace_id', findWorkspaces, eraseRest),
    ),
    check(
      'membership_agent',
      'memberships',
      'agent_id',
      async (caller, ids) => (await agents.find(caller, ids)).map(({ id }) => id),
      inviteAgain,
    ),
    check('membership_person', 'memberships', 'person_id', findPeople, inviteAgain),
    check('grant_person', 'grants', 'person_id', findPeople, 'nothing: without the person the grant gives no access'),
    createReferenceCheck(runtime, {
      name: 'session_person',
      collection: 'sessions',
      field: 'person_id',
      findExisting: findPeople,
      nextStep: 'nothing: without the person the session gives no access, and it is over within 24 hours',
    }),
  ];
}
