import {
  type Check,
  createReferenceCheck,
  type FindExisting,
  findIn,
  listChecked,
} from '@plotline/kit/ops/doctor/check';
import type { Context } from './context.js';
import { directory } from './directory/store/tenants.js';
import { findStaleRoles, type StaleRole } from './directory/work/reconcile-roles.js';
import { type RoleContext, refreshRole } from './directory/work/refresh-roles.js';

/** The tenant of people and sessions, which belong to no workspace. */
const except = directory.workspaceId;

const eraseRest =
  'run erase-workspace.js for the workspace, whose records are unused (deploy/runbooks/workspace-data.md)';
const inviteAgain = 'invite the person again in the dashboard, under Team';

type CheckContext = Pick<Context, 'runtime' | 'memberships'> & RoleContext;

const describeRole = (role: StaleRole['stored']) => (role ? `${role.role}, ${role.status}` : null);

/**
 * Creates the check that the roles of members match those in the team service. Its repair stores the team service's
 * roles.
 */
function createRoleCheck(context: CheckContext): Check {
  return {
    name: 'membership_role',
    nextStep: 'start team and run this check again with --repair',
    find: async function* (scope) {
      if (scope.mode === 'sandbox') return;
      for (const { workspaceId: workspace_id } of await listChecked(context.runtime, 'memberships', scope)) {
        for (const { agentId: id, stored, current } of await findStaleRoles(context, workspace_id)) {
          yield { workspace_id, id, expected: describeRole(current), found: describeRole(stored) };
        }
      }
    },
    repair: async (_scope, found) => {
      for (const { workspace_id, id } of found) await refreshRole(context, workspace_id, id);
    },
  };
}

/** Creates all checks of this service. */
export function createChecks(context: CheckContext): Check[] {
  const { runtime, agents } = context;
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
    createRoleCheck(context),
    check('membership_person', 'memberships', 'person_id', findPeople, inviteAgain),
    check(
      'grant_person',
      'grants',
      'person_id',
      findPeople,
      'no action needed: without the person, the grant gives no access',
    ),
    createReferenceCheck(runtime, {
      name: 'session_person',
      collection: 'sessions',
      field: 'person_id',
      findExisting: findPeople,
      nextStep: 'no action needed: without the person, the session gives no access, and it ends within 24 hours',
    }),
  ];
}
