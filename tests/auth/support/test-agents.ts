import type { Agents } from '@plotline/auth/peers/team';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { Agent } from '@plotline/protos/plotline/team/v1/agents';

/** Replaces the team service. Contains the agents that a test added. */
export interface TestAgents {
  readonly client: Agents;
  /** Invitations that were reported as sent: `<agent id> <address>`. */
  readonly sent: string[];
  /** Agents that were reported as active: `<workspace id> <agent id>`. */
  readonly atWork: string[];
  /** Agents that were reported because their person became a different agent. */
  readonly left: string[];
  /** Runs before each call by auth. Can reject to simulate a service that is down. */
  onCall: (name: 'activate' | 'createOwner' | 'recordInvitationSent' | 'recordPersonMoved') => Promise<void>;
  /** Reports a change to auth, as the team service does before it answers. Does nothing until a fixture replaces it. */
  report: (workspaceId: string, agent: Agent) => Promise<void>;
  /** Returns the agents in a workspace. */
  list(workspaceId: string): Agent[];
  /**
   * Adds or changes an agent in a workspace, and reports the agent to auth. By default the agent is active and has the
   * `agent` role.
   */
  put(workspaceId: string, id: string, change?: Partial<Agent>): Promise<void>;
  /** Like `put`, but without reporting the agent. */
  store(workspaceId: string, id: string, change?: Partial<Agent>): Agent;
}

export function createTestAgents(now = () => new Date()): TestAgents {
  const agents = new Map<string, Agent>();
  const team: TestAgents = {
    client: {
      find: async ({ workspaceId }, ids) => ids.flatMap((id) => agents.get(`${workspaceId} ${id}`) ?? []),
      findMember: async (workspaceId, id) => agents.get(`${workspaceId} ${id}`),
      activate: async ({ workspaceId }, { agent_id, email }) => {
        await team.onCall('activate');
        const agent = agents.get(`${workspaceId} ${agent_id}`);
        if (!agent) throw notFound();
        if (agent.status !== 'invited') return;
        if (email !== agent.email) throw conflict('The agent was invited again at another address.');
        await team.put(workspaceId, agent_id, { status: 'active', active_since: now().getTime() });
      },
      createOwner: async ({ workspaceId }, { agent_id, email, name, is_invited }) => {
        await team.onCall('createOwner');
        if (agents.has(`${workspaceId} ${agent_id}`)) return;
        await team.put(workspaceId, agent_id, {
          email,
          name,
          role: 'owner',
          ...(is_invited ? { status: 'invited' } : { active_since: now().getTime() }),
        });
      },
      recordInvitationSent: async (_caller, { agent_id, email }) => {
        await team.onCall('recordInvitationSent');
        team.sent.push(`${agent_id} ${email}`);
      },
      recordActivity: async ({ workspaceId }, { agent_id }) => {
        team.atWork.push(`${workspaceId} ${agent_id}`);
        // Doesn't create a new version of the agent.
        const version = agents.get(`${workspaceId} ${agent_id}`)?.version;
        team.store(workspaceId, agent_id, { last_active: now().getTime(), version });
      },
      recordPersonMoved: async (_caller, { agent_id }) => {
        await team.onCall('recordPersonMoved');
        team.left.push(agent_id);
      },
    },
    sent: [],
    atWork: [],
    left: [],
    onCall: async () => undefined,
    report: async () => undefined,
    list: (workspaceId) => [...agents].flatMap(([key, agent]) => (key.startsWith(`${workspaceId} `) ? agent : [])),
    put: async (workspaceId, id, change) => team.report(workspaceId, team.store(workspaceId, id, change)),
    store: (workspaceId, id, change = {}) => {
      const key = `${workspaceId} ${id}`;
      const known = agents.get(key) ?? {
        id,
        name: 'Somebody',
        email: `${id}@example.com`,
        role: 'agent',
        status: 'active',
        team_id: '',
        commission_rate: undefined,
        active_since: 0,
        deactivated_at: 0,
        last_active: 0,
      };
      const agent = { ...known, version: (known.version ?? 0) + 1, ...change };
      agents.set(key, agent);
      return agent;
    },
  };
  return team;
}
