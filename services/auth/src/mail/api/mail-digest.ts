import type { Caller } from '@plotline/kit/core/caller';
import { invalid, notFound, Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { DigestsServiceServer, MailDigestRequest } from '@plotline/protos/plotline/auth/v1/digests';
import type { Context } from '../../context.js';
import { findActiveMembers } from '../../directory/api/find-members.js';
import { writeDigest } from '../model/digest-letter.js';
import { toMail } from '../model/letter.js';
import type { QueuedMail } from '../store/mails.js';
import { commitWithMail } from '../work/commit-with-mail.js';

const maxAgents = 50;
const maxIdLength = 255;
/** Lifetime of the emails. After that, they are no longer useful. */
const ttlMs = 48 * 3_600_000;

/** Throws VALIDATION_ERROR, and FORBIDDEN in the sandbox. */
function assertMayMail({ mode }: Caller, { digest_id, agent_ids }: MailDigestRequest): void {
  if (mode === 'sandbox') throw new Problem('FORBIDDEN', "Agents in the sandbox don't get emails.");
  if (digest_id === '' || digest_id.length > maxIdLength)
    throw invalid({ field: 'digest_id', message: `must have 1 to ${maxIdLength} characters` });
  if (agent_ids.length > maxAgents)
    throw invalid({ field: 'agent_ids', message: `must have at most ${maxAgents} items` });
}

/**
 * Emails a digest to the agents who are active and have an account, once for each digest id. Resolves to the number of
 * recipients.
 */
async function mailDigest(context: Context, caller: Caller, digest: MailDigestRequest): Promise<number> {
  assertMayMail(caller, digest);
  const { mailedDigests, mails, workspaces, authUrl, clock } = context;
  const { digest_id, agent_ids } = digest;
  const [members, workspace] = await Promise.all([
    findActiveMembers(context, caller, ({ id }) => agent_ids.includes(id)),
    workspaces.get(caller.workspaceId),
  ]);
  if (!workspace) throw notFound();
  const letter = writeDigest(`${authUrl}/dashboard/${workspace.id}/live`, workspace.name, digest);
  return commitWithMail(context, { caller }, async (session) => {
    const known = await mailedDigests.get(session, caller, digest_id);
    if (known || members.length === 0) return { result: known?.recipients ?? 0 };
    const now = clock();
    await mailedDigests.add(session, caller, { id: digest_id, recipients: members.length }, now);
    const expiresAt = new Date(now.getTime() + ttlMs);
    const queued: (QueuedMail | null)[] = [];
    for (const { email } of members) {
      const options = { expiresAt, origin: 'digest', whenLimited: 'drop' } as const;
      queued.push(await mails.add(session, toMail(email, letter), options));
    }
    return { mails: queued, result: members.length };
  });
}

/** Handlers of DigestsService that email agents a summary of the events in their workspace. */
export function createDigestMailing(context: Context, rpc: RpcAdapter): Pick<DigestsServiceServer, 'mailDigest'> {
  return {
    mailDigest: rpc(async (request, call) => ({ recipients: await mailDigest(context, call.caller(), request) })),
  };
}
