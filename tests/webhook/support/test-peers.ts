import type { Agent } from '@plotline/protos/plotline/team/v1/agents';
import type { DigestMailer, NoticeMail, NoticeMailer } from '@plotline/webhook/peers/auth';
import type { Agents } from '@plotline/webhook/peers/team';

/** Digest that was mailed. */
export interface MailedDigest {
  readonly id: string;
  readonly agentIds: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Replaces the team service, with the agents that a test added, and the auth service, which sends mails. */
export interface TestPeers {
  readonly agents: Agents;
  readonly digestMailer: DigestMailer;
  readonly noticeMailer: NoticeMailer;
  /** Mails about notices, each id once, with the workspace. */
  readonly noticeMails: (NoticeMail & { readonly workspaceId: string })[];
  /** Runs before a mail about notices. It rejects to simulate a service that is down. */
  onNoticeMail: () => Promise<void>;
  /** Mailed digests, each id once. */
  readonly mailed: MailedDigest[];
  /** Requested mailings, in order. */
  readonly asked: string[];
  /** Runs before a mailing. It rejects to simulate a service that is down. Resolves to the number of mailed agents. */
  onMail: (agentIds: readonly string[]) => Promise<number>;
  /** Adds an agent, active by default. */
  putAgent(workspaceId: string, id: string, status?: string): void;
}

export function createTestPeers(): TestPeers {
  const agents = new Map<string, Agent>();
  const others = {
    name: 'Somebody',
    role: 'agent',
    team_id: '',
    commission_rate: undefined,
    active_since: 0,
    deactivated_at: 0,
  };
  const peers: TestPeers = {
    agents: { find: async ({ workspaceId }, ids) => ids.flatMap((id) => agents.get(`${workspaceId} ${id}`) ?? []) },
    digestMailer: {
      mail: async (_caller, id, agentIds, { subject, paragraphs }) => {
        peers.asked.push(id);
        const count = await peers.onMail(agentIds);
        const isNew = peers.mailed.every((one) => one.id !== id);
        if (isNew && count > 0) peers.mailed.push({ id, agentIds, subject, text: paragraphs.join('\n\n') });
        return count;
      },
    },
    noticeMailer: {
      mail: async ({ workspaceId }, mail) => {
        await peers.onNoticeMail();
        if (peers.noticeMails.every(({ id }) => id !== mail.id)) peers.noticeMails.push({ ...mail, workspaceId });
      },
    },
    noticeMails: [],
    onNoticeMail: async () => undefined,
    mailed: [],
    asked: [],
    onMail: async (agentIds) => agentIds.length,
    putAgent: (workspaceId, id, status = 'active') => {
      agents.set(`${workspaceId} ${id}`, { ...others, id, email: `${id}@example.com`, status });
    },
  };
  return peers;
}
