import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import { liveTenant } from '../store/tenants.js';
import type { Access } from './access.js';

/** The activity of one person is told at most this often. */
const intervalMs = 60_000;

/**
 * Tells the team service that a person is at work in a workspace, at most once a minute. Not awaited, because no answer
 * depends on it.
 */
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
