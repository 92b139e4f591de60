import type { Agent } from '@plotline/protos/plotline/team/v1/agents';
import type { DigestMailer, NoticeMail, NoticeMailer } from '@plotline/webhook/peers/auth';
import type { Agents } from '@plotline/webhook/peers/team';

/** Digest that was emailed. */
export interface MailedDigest {
  readonly id: string;
  readonly agentIds: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Replaces the team service, which returns the agents that a test added, and the auth service, which sends emails. */
export interface TestPeers {
  readonly agents: Agents;
  readonly digestMailer: DigestMailer;
  readonly noticeMailer: NoticeMailer;
  /** Emails about notices, with their workspaces. Each id occurs once. */
  readonly noticeMails: (NoticeMail & { readonly workspaceId: string })[];
  /** Runs before an email about notices. Can reject to simulate a service that is down. */
  onNoticeMail: () => Promise<void>;
  /** Emailed digests. Each id occurs once. */
  readonly mailed: MailedDigest[];
  /** Requested emails, in order. */
  readonly asked: string[];
  /**
   * Runs before each request to send emails. Can reject to simulate a service that is down. Resolves to the number of
   * agents who get one.
   */
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
