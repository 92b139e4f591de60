import { createSystemCaller } from '@plotline/kit/core/caller';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import { findOwners } from '../../directory/api/find-members.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { toMail } from '../../mail/model/letter.js';
import { writeAgentDeactivated } from '../../mail/model/notices.js';
import type { QueuedMail } from '../../mail/store/mails.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import type { KeyOfMode } from '../model/key.js';

/** An agent who was deactivated. */
interface LeavingAgent {
  readonly agentId: string;
  /** The version that was deactivated; 0 when owners know of it. */
  readonly agentVersion: number;
  readonly name: string;
  readonly revokesKeys: boolean;
}

/** The mail is of no use later. */
const ttlMs = 7 * 86_400_000;

/** Mails the owners of the workspace of the command, once for each version of the agent. */
async function tellOwners(
  context: Context,
  { caller }: Command,
  { agentId, agentVersion, name, revokesKeys }: LeavingAgent,
  keys: readonly KeyOfMode[],
): Promise<void> {
  const { mailedDigests, mails, workspaces, authUrl, clock } = context;
  const { workspaceId, requestId, traceparent } = caller;
  const system = createSystemCaller(liveTenant(workspaceId), 'deactivation', requestId, { traceparent });
  const [owners, workspace] = await Promise.all([findOwners(context, system), workspaces.get(workspaceId)]);
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
    const expiresAt = new Date(now.getTime() + ttlMs);
    const queued: (QueuedMail | null)[] = [];
    for (const { email } of owners) {
      queued.push(await mails.add(session, toMail(email, letter), { expiresAt, origin: 'alert', whenLimited: 'drop' }));
    }
    return { mails: queued, result: undefined };
  });
}

/**
 * Ends what outlives the sessions of a deactivated agent's person: resolves to the API keys that the person made and that work, which are
 * revoked on request. Owners are told by mail. May be repeated.
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
