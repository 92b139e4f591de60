import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readField, readText } from '@plotline/kit/broker/message';
import { createSystemCaller } from '@plotline/kit/core/caller';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { findOwners } from '../../directory/api/find-members.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { refreshRole } from '../../directory/work/refresh-roles.js';
import { toMail } from '../../mail/model/letter.js';
import type { QueuedMail } from '../../mail/store/mails.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import type { KeyOfMode } from '../model/key.js';
import { writeAgentDeactivated } from '../model/letters.js';

/** An agent who was deactivated. */
interface LeavingAgent {
  readonly agentId: string;
  /** Version in which the agent was deactivated; 0 if the owners already know. */
  readonly agentVersion: number;
  readonly name: string;
  readonly revokesKeys: boolean;
}

/** Lifetime of the emails. After it, they are no longer useful. */
const mailTtlMs = 7 * 86_400_000;

/** Emails the owners of the command's workspace, once for each version of the agent. */
async function tellOwners(
  context: Context,
  { caller }: Command,
  { agentId, agentVersion, name, revokesKeys }: LeavingAgent,
  keys: readonly KeyOfMode[],
): Promise<void> {
  const { mailedDigests, mails, workspaces, authUrl, clock } = context;
  const { workspaceId, requestId, traceparent } = caller;
  const system = createSystemCaller(liveTenant(workspaceId), 'deactivation', requestId, { traceparent });
  // Excludes the agent, because the team service may not have reported the change yet.
  const [owners, workspace] = await Promise.all([findOwners(context, system, agentId), workspaces.get(workspaceId)]);
  if (!workspace) return;
  const id = `deactivation ${agentId} ${agentVersion}`;
  const letter = writeAgentDeactivated(`${authUrl}/dashboard/${workspaceId}/live/settings/keys`, workspace.name, {
    name,
    by: caller.actor.name,
    keys: keys.map((key) => key.name),
    areRevoked: revokesKeys,
  });
  await commitWithMail(context, { caller: system }, async (session) => {
    if (await mailedDigests.get(session, caller, id)) return { result: undefined };
    const now = clock();
    await mailedDigests.add(session, caller, { id, recipients: owners.length }, now);
    const expiresAt = new Date(now.getTime() + mailTtlMs);
    const queued: (QueuedMail | null)[] = [];
    for (const { email } of owners) {
      queued.push(await mails.add(session, toMail(email, letter), { expiresAt, origin: 'alert', whenLimited: 'drop' }));
    }
    return { mails: queued, result: undefined };
  });
}

/**
 * Ends the access of a deactivated agent's person that doesn't depend on sessions, and emails the owners. On request,
 * revokes the working API keys that the person created. Resolves to these keys. May be repeated.
 */
export async function endAgentAccess(
  context: Context,
  command: Command,
  agent: LeavingAgent,
): Promise<readonly KeyOfMode[]> {
  const keys = await context.keys.listOfAgent(command.caller, agent.agentId);
  if (agent.revokesKeys) for (const key of keys) await context.keys.revoke(command, key);
  if (agent.agentVersion > 0) await tellOwners(context, command, agent, keys);
  return keys;
}

const prefetch = 4;

/**
 * Consumes the team service's `agent.access_ended`. Does the same as AccessService.AssignRole and EndAccess, but after
 * the commit, in case these calls were lost.
 */
export function endAccessOfAgents(context: Context): Consumer {
  return {
    queue: 'auth.agent-access-ended',
    bindings: ['agent.access_ended'],
    prefetch,
    handle: async (event) => {
      const { workspace_id, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId: workspace_id, mode: event.mode };
      if (tenant.mode === 'sandbox') return;
      const version = data['agent_version'];
      if (typeof version !== 'number') throw new Error("The event's agent_version isn't a number.");
      const agent = {
        agentId: readText(data, 'agent_id'),
        agentVersion: version,
        name: readText(data, 'name'),
        revokesKeys: readField(data, 'revoke_keys') === true,
      };
      await refreshRole(context, workspace_id, agent.agentId);
      const by = readText(data, 'by');
      const system = createSystemCaller(tenant, 'deactivation', event.id, { traceparent: event.traceparent });
      const caller = { ...system, actor: { ...system.actor, name: by } };
      await endAgentAccess(context, { caller }, agent);
    },
  };
}
