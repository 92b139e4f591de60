import type { Logger } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import type { Access } from '../../directory/api/access.js';
import type { SignedIn } from './signed-in.js';

/**
 * Finds the workspace in which a session is used. This is the workspace in the request, or otherwise the first usable
 * one, as in the gateway.
 */
export function findUsed(access: readonly Access[], workspaceId: string): Access | undefined {
  const usable = access.filter(({ needsTwoFactor, suspension }) => !needsTwoFactor && suspension === null);
  return workspaceId === '' ? usable[0] : usable.find(({ workspace }) => workspace.id === workspaceId);
}

/** Records the workspace in which a session is used, once for each. Not awaited, because no response depends on it. */
export function recordWorkspaceUse(
  { sessions }: Pick<Context, 'sessions'>,
  { session, person }: SignedIn,
  { workspace }: Access,
  log: Logger,
): void {
  sessions
    .recordWorkspace(session, person, workspace.id)
    .catch((error: unknown) => log.warn({ err: error, workspace_id: workspace.id }, 'use of a workspace not recorded'));
}
