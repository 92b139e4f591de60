import { conflict } from '@plotline/kit/core/errors';
import { parseName } from '../../directory/model/name.js';
import { maxNameLength, type Plan, parseCurrency, type Workspace } from '../../directory/model/workspace.js';

/** Fields that an owner or admin may change. Absent ones stay as they are. */
export type WorkspaceChange = Partial<Pick<Workspace, 'name' | 'currency' | 'require_two_factor'>>;

/** Returns the workspace with the change, or the same object if nothing differs. Throws VALIDATION_ERROR. */
export function updateWorkspace(workspace: Workspace, change: WorkspaceChange): Workspace {
  const { name, currency, require_two_factor } = workspace;
  const changed = {
    name: change.name === undefined ? name : parseName(change.name, maxNameLength),
    currency: parseCurrency(change.currency ?? currency),
    require_two_factor: change.require_two_factor ?? require_two_factor,
  };
  const isSame =
    changed.name === name && changed.currency === currency && changed.require_two_factor === require_two_factor;
  return isSame ? workspace : { ...workspace, ...changed };
}

/** Returns the workspace with another plan. Throws CONFLICT if it has that plan already. */
export function setPlan(workspace: Workspace, plan: Plan): Workspace {
  if (workspace.plan === plan) throw conflict(`The workspace already has the plan ${plan}.`);
  return { ...workspace, plan };
}

/** Returns the workspace, to which no one has access from now on. Throws CONFLICT if it is suspended already. */
export function suspend(workspace: Workspace, now: Date): Workspace {
  if (workspace.suspended_at) throw conflict('The workspace is already suspended.');
  return { ...workspace, suspended_at: now };
}

/** Returns the workspace in use again. Throws CONFLICT if it isn't suspended. */
export function resume(workspace: Workspace): Workspace {
  if (!workspace.suspended_at) throw conflict('The workspace is not suspended.');
  return { ...workspace, suspended_at: null };
}
