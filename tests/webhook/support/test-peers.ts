import type { Agent } from '@plotline/protos/plotline/team/v1/agents';
import type { DigestMailer } from '@plotline/webhook/peers/auth';
import type { Agents } from '@plotline/webhook/peers/team';

/** A digest that was mailed. */
export interface MailedDigest {
  readonly id: string;
  readonly agentIds: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Stands for the team service, with the agents that a test has put there, and for the auth service, which mails. */
export interface TestPeers {
  readonly agents: Agents;
  readonly digestMailer: DigestMailer;
  /** What was mailed: each id once. */
  readonly mailed: MailedDigest[];
  /** Mailings that were asked for, in their order. */
  readonly asked: string[];
  /** What happens before a mailing; a service that is away rejects. Resolves to the number of agents that are mailed. */
  onMail: (agentIds: readonly string[]) => Promise<number>;
  /** Adds an agent, active unless told otherwise. */
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
    mailed: [],
    asked: [],
    onMail: async (agentIds) => agentIds.length,
    putAgent: (workspaceId, id, status = 'active') => {
      agents.set(`${workspaceId} ${id}`, { ...others, id, email: `${id}@example.com`, status });
    },
  };
  return peers;
}
