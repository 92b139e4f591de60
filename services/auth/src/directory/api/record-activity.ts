import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import { liveTenant } from '../store/tenants.js';
import type { Access } from './access.js';

type ActivityContext = Pick<Context, 'agents' | 'clock'> & {
  readonly roleAssignments: Pick<Context['roleAssignments'], 'claimActivity'>;
};

/** Minimum time between two reports of one person's activity. */
const intervalMs = 60_000;

async function tellTeam(
  { agents, roleAssignments }: ActivityContext,
  { workspace, agentId }: Access,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - intervalMs);
  // The minute is claimed before the call, so that even an unavailable team service is called only once a minute.
  if (!(await roleAssignments.claimActivity(workspace.id, agentId, now, since))) return;
  const caller = createSystemCaller(liveTenant(workspace.id), 'auth', newId('req'));
  await agents.recordActivity(caller, { agent_id: agentId });
}

/**
 * Notifies the team service that a person is active in a workspace, at most once a minute. Not awaited, because no
 * response depends on it.
 */
export function recordActivity(context: ActivityContext, access: Access, log: Logger): void {
  const now = context.clock();
  if (now.getTime() - access.lastActive < intervalMs) return;
  tellTeam(context, access, now).catch((error: unknown) =>
    log.warn({ err: error, workspace_id: access.workspace.id }, 'activity not recorded'),
  );
}
