import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';
import { liveTenant } from '../store/tenants.js';
import type { Access } from './access.js';

/** A person who works goes on being told of so often. */
const intervalMs = 60_000;

/** The workspace in which a session is used: the one that the request names, or the first one that can be used, as the gateway has it. */
export function findUsed(access: readonly Access[], workspaceId: string): Access | undefined {
  const usable = access.filter(({ needsTwoFactor }) => !needsTwoFactor);
  return workspaceId === '' ? usable[0] : usable.find(({ workspace }) => workspace.id === workspaceId);
}

/** Tells the team service that a person is at work in a workspace, unless it knows of the last minute. Not awaited: no answer depends on it. */
export function recordActivity(
  { agents, clock }: Pick<Context, 'agents' | 'clock'>,
  { workspace, agentId, lastActive }: Access,
  log: Logger,
): void {
  if (clock().getTime() - lastActive < intervalMs) return;
  const caller = createSystemCaller(liveTenant(workspace.id), 'auth', newId('req'));
  agents
    .recordActivity(caller, { agent_id: agentId })
    .catch((error: unknown) => log.warn({ err: error, workspace_id: workspace.id }, 'activity not recorded'));
}

/** Records in which workspace a session is used, once for each. Not awaited: no answer depends on it. */
export function recordWorkspaceUse(
  { sessions }: Pick<Context, 'sessions'>,
  { session, person }: SignedIn,
  { workspace }: Access,
  log: Logger,
): void {
  sessions
    .recordWorkspace(session, person, workspace.id)
    .catch((error: unknown) => log.warn({ err: error, workspace: workspace.id }, 'use of a workspace not recorded'));
}
