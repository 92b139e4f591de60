import { Navigate } from '@tanstack/react-router';
import { isMode, type Mode } from '../api/mode.js';
import { can } from '../api/roles.js';
import { useSession } from '../api/session.js';
import { EmptyState } from '../ui/feedback/states.js';

const name = 'plotline.place';

/** Returns the workspace and mode that this browser opened last. */
function readLastPlace(): readonly (string | undefined)[] {
  return (localStorage.getItem(name) ?? '').split(' ');
}

export function saveLastPlace(workspaceId: string, mode: Mode): void {
  localStorage.setItem(name, `${workspaceId} ${mode}`);
}

/**
 * Redirects to the workspace that was opened last, or else to the first one that the person joined and that isn't
 * suspended. People who only have read access have nothing to do today, so they start with the board.
 */
export function Home() {
  const { memberships } = useSession();
  const [lastId, lastMode] = readLastPlace();
  const last = memberships.find(({ workspace }) => workspace.id === lastId);
  const membership = last ?? memberships.find(({ suspension }) => !suspension) ?? memberships[0];
  if (!membership) return <EmptyState title="You aren't in a workspace">Ask an owner to invite you.</EmptyState>;
  const isLast = membership.workspace.id === lastId;
  const mode = isLast && isMode(lastMode) ? lastMode : 'live';
  const page = can(membership.role, 'write') ? 'today' : 'pipeline';
  return (
    <Navigate to={`/$workspaceId/$mode/${page}`} params={{ workspaceId: membership.workspace.id, mode }} replace />
  );
}
