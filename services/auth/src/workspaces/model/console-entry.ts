import { readPlace, suspensionOf, type Workspace } from '../../directory/model/workspace.js';

/** Usage of a workspace's live data by quota, such as `leads`. */
export type Usage = Readonly<Record<string, number>>;

/** Whether people and API clients can use the workspace. */
export type WorkspaceState = 'active' | 'suspended' | 'deletion_requested';

/**
 * Returns the state that operators see first. A suspended workspace counts as suspended, even if its deletion was
 * requested.
 */
function stateOf(workspace: Pick<Workspace, 'suspended_at' | 'deletion_request'>): WorkspaceState {
  if (workspace.suspended_at) return 'suspended';
  return workspace.deletion_request ? 'deletion_requested' : 'active';
}

/** Renders a workspace for operators. `usage` is null if it is unknown. */
export function toConsoleEntry(workspace: Workspace, usage: Usage | null) {
  const { id, name, plan, currency, suspended_at, deletion_request, created_at } = workspace;
  return {
    id,
    name,
    plan,
    state: stateOf(workspace),
    currency,
    ...readPlace(workspace),
    created_at,
    suspended_at,
    suspension_reason: suspensionOf(workspace),
    deletion_due_at: deletion_request?.due_at ?? null,
    usage,
  };
}

export type ConsoleEntry = ReturnType<typeof toConsoleEntry>;
